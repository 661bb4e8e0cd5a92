# One image for every process; ops/compose.yaml says which command each container runs.
FROM python:3.13-slim AS build
COPY ops/requirements.lock /tmp/requirements.lock
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --require-hashes -r /tmp/requirements.lock \
    && printf '#!/bin/sh\nexec python -m service.commands "$@"\n' >/venv/bin/fieldpost \
    && chmod 755 /venv/bin/fieldpost

FROM python:3.13-slim
RUN useradd --uid 10001 --create-home fieldpost \
    && install -d -o fieldpost -g fieldpost -m 700 /var/lib/fieldpost
COPY --from=build /venv /venv
COPY . /app
ENV PATH=/venv/bin:$PATH \
    PYTHONPATH=/app \
    PYTHONUNBUFFERED=1 \
    FIELDPOST_VAR_DIR=/var/lib/fieldpost \
    FIELDPOST_LISTEN_HOST=0.0.0.0 \
    GRANIAN_HOST=0.0.0.0 \
    GRANIAN_PORT=8700 \
    CELERY_BEAT_SCHEDULE=/tmp/schedule
WORKDIR /app
USER fieldpost
VOLUME /var/lib/fieldpost
EXPOSE 8700 8701 8724 8725
# Containers without the web site turn this check off in ops/compose.yaml.
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s CMD ["python", "-c", \
    "from urllib.request import urlopen; urlopen('http://127.0.0.1:8700/healthz', timeout=4)"]
CMD ["granian", "--interface", "wsgi", "--workers", "2", "service.app:app"]
