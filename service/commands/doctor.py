"""`fieldpost doctor`: is everything as it should be, and what to do if not."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import click
from msgspec import Struct

from service.commands import health, health_mail, health_play

FAIL = "fail"


class Finding(Struct, frozen=True):
    grade: str
    what: str
    advice: str = ""


Check = Callable[[], Iterator[tuple[str, str, str]]]
CHECKS: tuple[Check, ...] = (
    health.database,
    health.queue,
    health.keys_present,
    health.houses,
    health.disk,
    health_mail.doors,
    health_mail.relay,
    health_mail.records,
    health_mail.tls,
    health_play.resting,
)


@click.command("doctor")
def doctor_command() -> None:
    """Check the servers, keys, dice, disk, mail, TLS and what waits for you; exit 1 on failure."""
    findings = [Finding(*found) for check in CHECKS for found in looked(check)]
    for finding in findings:
        advice = f" {finding.advice}" if finding.advice else ""
        click.echo(f"{finding.grade:5} {finding.what.rstrip('.')}.{advice}")
    failed = sum(finding.grade == FAIL for finding in findings)
    click.echo(f"{len(findings)} checks, {failed} failed.")
    if failed:
        raise click.exceptions.Exit(1)


def looked(check: Check) -> list[tuple[str, str, str]]:
    """A check that breaks down is a finding, too."""
    try:
        return list(check())
    except Exception as problem:
        name = check.__name__.replace("_", " ")
        return [(FAIL, f"{name}: {type(problem).__name__}: {problem}", "")]
