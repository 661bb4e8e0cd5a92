"""A group that loads a command when it is called, and turns exceptions into sentences."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click


class Commands(click.Group):
    """`where` maps a command to the module that holds it: a quick command loads no database."""

    def __init__(self, *args: Any, where: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.where = where

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.where)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.where:
            return None
        module = import_module(f"service.commands.{self.where[name]}")
        command: click.Command = getattr(module, f"{name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.where and not args[0].startswith("-"):
            close = get_close_matches(args[0], self.where, n=2)
            hint = f"Did you mean {' or '.join(close)}?" if close else "--help lists them all."
            ctx.fail(f"There is no command {args[0]!r}. {hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        with sentences():
            return super().invoke(ctx)


@contextmanager
def sentences() -> Iterator[None]:
    """No traceback reaches a user; FIELDPOST_TRACEBACK=1 shows it to a developer."""
    try:
        yield
    except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
        raise
    except Exception as problem:
        if os.environ.get("FIELDPOST_TRACEBACK"):
            raise
        raise told(problem) from None


def told(problem: Exception) -> click.ClickException:
    from service.commands.problems import sentence

    return click.ClickException(sentence(problem))
