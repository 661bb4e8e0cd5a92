"""What went wrong, in a sentence that says what to do."""

from __future__ import annotations

import os

import psycopg
import pydantic
from psycopg_pool import PoolTimeout

from ops.launcher.trouble import Trouble
from service.house_client import HouseError
from service.keys import WrongKey

DATABASE = "Start the service with ops/up, or set FIELDPOST_DATABASE_URL; `doctor` tells more."


def sentence(problem: Exception) -> str:
    if isinstance(problem, (psycopg.OperationalError, PoolTimeout)):
        return f"The database cannot be reached. {DATABASE}"
    if isinstance(problem, psycopg.errors.UndefinedTable | psycopg.errors.UndefinedColumn):
        return "The database is not of this version. `fieldpost migrate` brings it up to date."
    if isinstance(problem, HouseError):
        return f"The dice house did not answer: {problem}. `fieldpost house serve` runs one."
    if isinstance(problem, pydantic.ValidationError):
        return f"A setting does not fit: {settings_trouble(problem)}."
    if isinstance(problem, OSError) and problem.filename:
        return f"{os.fspath(problem.filename)}: {problem.strerror or problem}."
    if isinstance(problem, Trouble | WrongKey):
        return str(problem)
    return (
        f"Something failed inside Fieldpost ({type(problem).__name__}: {problem}). "
        "FIELDPOST_TRACEBACK=1 before the command shows where."
    )


def settings_trouble(problem: pydantic.ValidationError) -> str:
    first = problem.errors()[0]
    name = "_".join(map(str, first["loc"])).upper()
    return f"FIELDPOST_{name}: {first['msg']}"
