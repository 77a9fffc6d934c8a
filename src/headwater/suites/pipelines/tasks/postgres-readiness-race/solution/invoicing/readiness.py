"""Wait for Postgres; docs/start.md lists the errors that are worth a retry."""

import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict

ANSWER_SEC = 5
FIRST_PAUSE_SEC = 0.5
LONGEST_PAUSE_SEC = 2.0
# For a failed connection, the driver provides no SQLSTATE, only the server's message.
NOT_READY = ("the database system is", "too many clients", "remaining connection slots")

Outcome = TypeVar("Outcome")


class NotReadyError(Exception):
    """Postgres was not ready in time."""


def when_ready(url: str, work: Callable[[psycopg.Connection], Outcome], deadline_sec: float) -> Outcome:
    """Run idempotent work, and retry it from the beginning while Postgres is not ready.

    Raises:
        NotReadyError: The deadline has passed.
        psycopg.Error: The work or the connection failed permanently.
    """
    address = address_of(url)
    deadline = time.monotonic() + deadline_sec
    for pause in pauses():
        try:
            with psycopg.connect(url, autocommit=True, connect_timeout=ANSWER_SEC) as connection:
                return work(connection)
        except psycopg.OperationalError as error:
            if not is_worth_waiting(error):
                raise
            reason = first_line(error)
        left = deadline - time.monotonic()
        if left <= 0:
            raise NotReadyError(f"Postgres at {address} was not ready within {deadline_sec:g} s: {reason}")
        print(f"waiting for Postgres at {address}: {reason}", file=sys.stderr, flush=True)
        time.sleep(min(pause, left))
    raise AssertionError("pauses have no end")


def pauses() -> Iterator[float]:
    """Yield pauses with jitter, so that forty services do not connect at the same time."""
    pause = FIRST_PAUSE_SEC
    while True:
        yield pause * random.uniform(1, 1.25)
        pause = min(pause * 1.5, LONGEST_PAUSE_SEC)


def is_worth_waiting(error: psycopg.OperationalError) -> bool:
    """Return whether the error is temporary, because Postgres is starting up."""
    if error.sqlstate is not None:  # the session is being shut down, or there is no free slot
        return error.sqlstate.startswith("57P") or error.sqlstate == "53300"
    said = str(error)
    return "FATAL:" not in said or any(text in said for text in NOT_READY)


def first_line(error: psycopg.Error) -> str:
    """Return the first line of an error."""
    return str(error).strip().partition("\n")[0]


def address_of(url: str) -> str:
    """Return the host and port, without the login."""
    parts = conninfo_to_dict(url)
    return f"{parts.get('host', 'localhost')}:{parts.get('port', 5432)}"
