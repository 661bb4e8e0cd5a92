"""The task queue: what runs, when, and how its logs are bound.

The queue only wakes workers. A task that runs twice changes nothing, and one that is lost, with
all of Redis if need be, is found again in the database by the sweep.
"""

from __future__ import annotations

import structlog
from celery import Celery
from celery.schedules import crontab
from celery.signals import (
    setup_logging,
    task_postrun,
    task_prerun,
    worker_process_init,
)

from service import logs, tether
from service.queue import broker
from service.settings import settings

SCHEDULE = settings().var_dir / "schedule"  # CELERY_BEAT_SCHEDULE goes first

app = Celery("fieldpost", broker=broker(settings().redis_url))
app.conf.update(
    imports=("workers.adjudicate", "workers.deliver", "workers.sweep", "workers.audit"),
    task_acks_late=True,  # a task of a killed worker comes back
    task_reject_on_worker_lost=True,
    task_ignore_result=True,
    task_soft_time_limit=60,  # a submission that takes longer is shunted, and others get their turn
    task_time_limit=90,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,  # Redis may be away for as long as it likes
    # Longer than any task: a running task must not be handed out a second time.
    broker_transport_options={"visibility_timeout": 3600, "socket_timeout": 30},
    beat_schedule_filename=str(SCHEDULE),
    beat_schedule={
        # A tick that no worker took in time is stale: the next one does the same.
        "sweep": {
            "task": "workers.sweep.sweep",
            "schedule": 5.0,
            "options": {"expires": 5},
        },
        "deliver": {
            "task": "workers.deliver.deliver",
            "schedule": 10.0,
            "options": {"expires": 10},
        },
        "audit": {
            "task": "workers.audit.audit_all",
            "schedule": crontab(hour="3", minute="17"),
        },
    },
)


@setup_logging.connect
def set_up_logging(**_: object) -> None:
    logs.set_up()


@worker_process_init.connect
def begin_process(**_: object) -> None:
    tether.end_with_parent()
    structlog.contextvars.clear_contextvars()


@task_prerun.connect
def bind(task_id: str, task: object, args: tuple[object, ...], **_: object) -> None:
    name = getattr(task, "name", "")
    structlog.contextvars.bind_contextvars(task=name, task_id=task_id, arguments=list(args))


@task_postrun.connect
def unbind(**_: object) -> None:
    structlog.contextvars.clear_contextvars()
