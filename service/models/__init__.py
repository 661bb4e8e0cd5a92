"""The tables, one noun per file. Migrations make them; these classes describe them."""

from sqlmodel import SQLModel

from service.models.event import Event
from service.models.game import Game
from service.models.incident import Incident
from service.models.outbox import Outbox
from service.models.player import Player
from service.models.seat import Seat
from service.models.secret import Secret
from service.models.sheet import Sheet
from service.models.snapshot import Snapshot
from service.models.standing import Standing
from service.models.submission import Submission

MODELS: tuple[type[SQLModel], ...] = (
    Player,
    Game,
    Seat,
    Secret,
    Event,
    Snapshot,
    Submission,
    Sheet,
    Standing,
    Outbox,
    Incident,
)

__all__ = ["MODELS", *(model.__name__ for model in MODELS)]
