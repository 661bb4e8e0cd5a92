"""Structured logs: one JSON object a line, with game, submission and task where they are known.

What libraries log takes the same shape; their everyday chatter is left out.
"""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.typing import Processor

from service.settings import settings

CHATTY = ("celery.beat", "celery.app.trace", "celery.worker.strategy", "mail.log", "asyncio")
SHARED: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
)


def set_up() -> None:
    level = logging.getLevelNamesMapping().get(settings().log_level.upper(), logging.INFO)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in CHATTY:
        logging.getLogger(name).setLevel(max(level, logging.WARNING))
    structlog.configure(
        processors=[*SHARED, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def formatter() -> logging.Formatter:
    """For records of libraries, which know nothing of structlog."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*SHARED, structlog.stdlib.ExtraAdder()],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(default=str),
        ],
    )
