import pytest
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, SQLModel, select

from service.models import MODELS, Game, Sheet, Submission
from tests import factories
from tests.factories import FACTORIES, Factory, GameFactory, PlayerFactory, SeatFactory

# Text, JSON and bytes that hold ids, words of closed lists, orders, hashes or signed bytes.
NO_WORDING = {
    "event": {"game", "canon", "sig", "leaf", "private"},
    "game": {"id", "title", "scenario", "edition", "options", "state"},
    "incident": {"kind", "game"},
    "outbox": {"key", "player", "game", "kind"},
    "player": {"id", "role"},
    "seat": {"game", "side", "player", "bot"},
    "secret": {"game", "name", "seed"},
    "sheet": {"game", "side", "text", "cursor", "state"},
    "snapshot": {"game", "board"},
    "standing": {"game", "side", "question", "text"},
    "submission": {"key", "door", "sha256", "game", "player", "side", "state"},
}


def tables() -> list[str]:
    return sorted(SQLModel.metadata.tables)


def test_every_table_has_a_model_and_a_factory() -> None:
    made = {factory._meta.model for factory in FACTORIES}
    assert made == set(MODELS)
    assert tables() == sorted(str(model.__tablename__) for model in MODELS)


@pytest.mark.parametrize("factory", FACTORIES, ids=lambda factory: factory.__name__)
def test_factory_writes_a_row_that_reads_back(factory: type[Factory], session: Session) -> None:
    made = factory.create()
    session.commit()
    session.expire_all()
    assert session.exec(select(type(made))).all() == [made]


@pytest.mark.parametrize("table", tables())
def test_every_column_is_known_to_hold_wording_or_not(table: str) -> None:
    columns = SQLModel.metadata.tables[table].columns
    kinds = ("TEXT", "JSONB", "BLOB", "BYTEA")
    plain = {
        column.name
        for column in columns
        if str(column.type) in kinds and not column.info.get("wording")
    }
    assert plain == NO_WORDING[table]


def test_the_database_stamps_and_numbers(session: Session) -> None:
    first, second = GameFactory.create(), GameFactory.create()
    session.refresh(first)
    session.refresh(second)
    assert second.number == first.number + 1
    assert first.created_at.tzinfo and first.created_at < second.created_at


@pytest.mark.parametrize(
    ("factory", "field"),
    [("GameFactory", "state"), ("SubmissionFactory", "door"), ("SheetFactory", "state")],
)
def test_words_outside_the_closed_lists_are_refused(
    factory: str, field: str, session: Session
) -> None:
    with pytest.raises(IntegrityError, match=f"{field}_check"):
        getattr(factories, factory).create(**{field: "lost"})


def test_states_begin_where_they_should(session: Session) -> None:
    assert Game(id="g", title="t", scenario="s", edition="1").state == "open"
    assert Sheet(game="g", side="red", text="").state == "pending"
    assert Submission(key="k", door="mail", raw=b"", sha256=bytes(32)).state == "new"


def test_a_finished_submission_has_its_time_and_a_new_one_has_none(session: Session) -> None:
    with pytest.raises(IntegrityError, match="submission_finished_check"):
        factories.SubmissionFactory.create(state="applied", finished_at=None)


def test_a_submission_comes_in_once(session: Session) -> None:
    once = factories.SubmissionFactory.create()
    with pytest.raises(IntegrityError, match="submission_key_key"):
        factories.SubmissionFactory.create(key=once.key)


def test_a_seat_is_a_players_or_a_bots(session: Session) -> None:
    SeatFactory.create(by_player=None, bot="random")
    with pytest.raises(IntegrityError, match="seat_one_check"):
        SeatFactory.create(bot="random")


def test_an_address_is_unique_whatever_its_capitals(session: Session) -> None:
    PlayerFactory.create(address="Ann@club.example")
    with pytest.raises(IntegrityError, match="player_folded_key"):
        PlayerFactory.create(address="ann@CLUB.example")
