"""The nightly audit as a task."""

from __future__ import annotations

from service import audit
from workers.celery import app


@app.task(name="workers.audit.audit_all", soft_time_limit=4 * 3600, time_limit=5 * 3600)
def audit_all() -> None:
    audit.audit_all()
