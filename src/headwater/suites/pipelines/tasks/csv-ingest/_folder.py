"""Read and write the exports folder, and read a state's two tables."""

from __future__ import annotations

from _truth import REJECTED

from headwater.grading import Graded, State

EVENT_TABLE = "analytics.events"
REJECTED_TABLE = "analytics.rejected_rows"
UNREACHABLE = {
    "CLICKHOUSE_URL": "http://127.0.0.1:1",
    "CLICKHOUSE_PORT": "1",
    "CLICKHOUSE_NATIVE_PORT": "1",
    "CLICKHOUSE_PASSWORD": "hush-7719",
}


def bad_rows(state: State | Graded) -> list[tuple[str, int, str]]:
    """Return the file, line and reason for each rejected row."""
    return [(str(file), int(line), str(reason)) for file, line, reason in state.clickhouse.query(REJECTED)]


def file_of(gym: str) -> str:
    """Return the name of a gym's file."""
    return f"{gym}.csv"


def arrives(state: State, gym: str, export: str) -> None:
    """Write an export to the folder, replacing a file with the same name."""
    state.write(f"exports/{file_of(gym)}", export)
