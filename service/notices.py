"""The mails that play gives rise to: an answer to each submission, and word to whoever is asked."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from engine.core.driver import open_asks
from engine.core.game import Game
from engine.core.orders import Reading
from engine.core.play import Refusal
from engine.core.procedure import Ask, Fact
from engine.core.questions import spelled
from engine.core.sets import SetOptions
from engine.core.standing import spelled_out
from service import addresses, catalogue, loading, outbox, store, words
from service.database import Connection
from service.doors import SeatedPlayer, seated
from service.games import BOT, About
from service.outbox import Mail
from service.settings import ROOT
from service.sitting import Outcome, Sitting
from service.submissions import Submission

MOST_OPTIONS = 12  # in a mail; the rest is counted


@lru_cache(maxsize=1)
def templates() -> Environment:
    loader = FileSystemLoader(ROOT / "templates" / "mail")
    return Environment(loader=loader, undefined=StrictUndefined, trim_blocks=True, autoescape=False)


def reply(
    sitting: Sitting,
    submission: Submission,
    seat: SeatedPlayer,
    reading: Reading,
    outcome: Outcome,
) -> int | None:
    """What was understood, what was refused and why, what is in force, what is still needed."""
    if seat.player is None:
        return None
    game = sitting.table.game
    said = {
        "outcome": outcome,
        "reasons": [reason(game, refusal) for refusal in outcome.refusals],
        "ignored": reading.ignored,
        "standing": spelled_out(game, sitting.filed.standing.get(seat.side, {})),
        "news": journal(game, sitting.facts, seat.side),
        **position(sitting, seat.side),
    }
    key = f"reply:{submission.id}:{submission.attempts}"
    return outbox.put(sitting.conn, mail("reply", key, sitting.about, seat, said))


def turn(sitting: Sitting) -> None:
    """Tell every player who is newly asked, or that the game is over, what happened."""
    for side in told(sitting):
        if sitting.table.start.seats[side].startswith(BOT):
            continue
        seat = seated(sitting.conn, sitting.about.id, side)
        if seat is None or seat.player is None:
            continue
        said = {
            "news": news(sitting, side, seat.player),
            "lost": lost(sitting, side),
            **position(sitting, side),
        }
        key = f"turn:{sitting.about.id}:{sitting.table.head.seq}:{side}"
        outbox.put(sitting.conn, mail("turn", key, sitting.about, seat, said))


def told(sitting: Sitting) -> list[str]:
    """Everybody at the end; else who is asked anew, and whose waiting orders stopped."""
    if sitting.table.is_over:
        return list(sitting.table.start.seats)
    stopped = [side for side in sitting.lost if side != sitting.heard]
    return list(dict.fromkeys((*sitting.newly_asked(), *stopped)))


def lost(sitting: Sitting, side: str) -> list[str]:
    """Why waiting orders stopped, and the lines that went with them."""
    if side not in sitting.lost or side == sitting.heard:
        return []
    gone = sitting.lost[side]
    return [
        *(reason(sitting.table.game, refusal) for refusal in gone.refusals),
        *(line.text for line in gone.lines),
    ]


def news(sitting: Sitting, side: str, player: str) -> list[str]:
    """What happened since this player's last turn mail, as his side may know it."""
    conn, id = sitting.conn, sitting.about.id
    row = conn.execute(
        "SELECT key FROM outbox WHERE game = %s AND player = %s AND kind = 'turn'"
        " ORDER BY id DESC LIMIT 1",
        (id, player),
    ).fetchone()
    told = int(row[0].split(":")[2]) if row else -1
    facts = loading.full_facts(sitting.table.game, store.read(conn, id, after=told))
    return journal(sitting.table.game, facts, side)


def position(sitting: Sitting, side: str) -> dict[str, Any]:
    """What play waits for, and what this side may answer."""
    game, driver = sitting.table.game, sitting.table.driver
    view = game.view(driver.board, side)
    asks = [a for a in open_asks(driver.waiting, driver.sealed) if a.side == side]
    return {
        "waiting": words.waiting_for(game, driver.waiting, driver.sealed),
        "begun": sitting.table.sealing.context is not None,
        "questions": [
            {"text": words.question(game, ask), "options": offered(game, ask, view)} for ask in asks
        ],
        "over": sitting.table.is_over,
        "link": "",
    }


def offered(game: Game, ask: Ask, view: Any) -> list[str]:
    """The first few answers, spelled so that they can be sent back."""
    question = game.questions[ask.question]
    options = ask.options.extend(()) if isinstance(ask.options, SetOptions) else ask.options
    lines: list[str] = []
    for option in options:
        if len(lines) == MOST_OPTIONS:
            return [*lines, "…"]
        lines.append(spelled(question, option, view))
    return lines


def journal(game: Game, facts: list[Fact], side: str | None) -> list[str]:
    """The facts of a sitting as this side may know them, in sentences."""
    lines = (words.sentence(game, fact.masked(side)) for fact in facts)
    return [line for line in lines if line]


def held(conn: Connection, about: About) -> None:
    """Both players hear that a game is held, and that nothing of theirs is lost."""
    for (side,) in conn.execute(
        "SELECT side FROM seat WHERE game = %s AND player IS NOT NULL", (about.id,)
    ).fetchall():
        seat = seated(conn, about.id, side)
        if seat is not None:
            outbox.put(conn, mail("held", held_key(about, side), about, seat, {}))


def held_up(conn: Connection, about: About, seat: SeatedPlayer) -> None:
    """Orders for a held game are kept; their sender hears so once."""
    if seat.player is not None:
        outbox.put(conn, mail("kept", f"kept:{held_key(about, seat.side)}", about, seat, {}))


def held_key(about: About, side: str) -> str:
    """One mail for each time that a game is held, however many orders come meanwhile."""
    why = sha256(str(about.held_reason).encode()).hexdigest()[:12]
    return f"held:{about.id}:{side}:{why}"


def mail(kind: str, key: str, about: About, seat: SeatedPlayer, said: dict[str, Any]) -> Mail:
    assert seat.player is not None
    address = addresses.reply_address(about.id, seat.side, seat.player)
    link = addresses.play_link(about.id, seat.side, seat.player)
    title = catalogue.find(about.title).title
    values = {
        **said,
        "about": about,
        "title": title,
        "seat": seat,
        "address": address,
        "link": link,
    }
    body = templates().get_template(f"{kind}.txt").render(values)
    subject = templates().get_template("subject.txt").render(values).strip()
    return Mail(key, kind, seat.player, subject, body, about.id, {"Reply-To": address})


def reason(game: Game, refusal: Refusal) -> str:
    where = f'line {refusal.line}, "{refusal.text}": ' if refusal.line else ""
    return where + words.refusal(game, refusal)
