"""A million result rows summarized with intervals; baseline: the same means and counts without intervals in DuckDB."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import duckdb
import numpy as np
import pyarrow as pa
from _scratch import show

from headwater.analysis import SCHEMA, TrialTable, efficiency, summarize

ROWS, TASKS, AGENTS = 1_000_000, 200, 8
REPEATS = 5


def _table() -> pa.Table:
    """Return trials of eight agents with two harnesses, with digests, costs and times like real ones."""
    rng = np.random.default_rng(0)
    task, agent, harness = rng.integers(0, TASKS, ROWS), rng.integers(0, AGENTS, ROWS), rng.integers(0, 2, ROWS)
    gates = np.clip(np.round(3 + rng.normal(size=TASKS)[task] + 0.8 * rng.normal(size=ROWS) + 0.2 * agent), 0, 5)
    score = np.where(gates == 5, 1.0, (gates + 0.9 * rng.random(ROWS)) / 5)
    known = {
        "task": _names("pipelines/task-{}", TASKS, task),
        "agent": _names("agent-{}", AGENTS, agent),
        "harness": _names("harness-{}", 2, harness),
        "task_digest": _names("{:064x}", TASKS, task),
        "checks_digest": _names("{:063x}c", TASKS, task),
        "harness_digest": _names("{:063x}h", 2, harness),
        "agent_digest": _names("{:063x}a", AGENTS * TASKS, agent * TASKS + task),
        "gates_cleared": pa.array(gates.astype(int)),
        "score": pa.array(score),
        "solved": pa.array(gates == 5),
        "is_evidence": pa.array(rng.random(ROWS) > 0.001),
        "repeat": pa.array(np.arange(ROWS)),
        "attempts": pa.array(np.ones(ROWS, int)),
        "cost_usd": pa.array(rng.lognormal(-1, 1, ROWS)),
        "agent_sec": pa.array(rng.lognormal(4, 1, ROWS)),
        "input_tokens": pa.array(rng.integers(1000, 1_000_000, ROWS)),
        "output_tokens": pa.array(rng.integers(100, 10_000, ROWS)),
    }
    return pa.table([_column(field, known) for field in SCHEMA], schema=SCHEMA)


def _names(form: str, many: int, index: np.ndarray) -> pa.Array:
    return pa.array([form.format(number) for number in range(many)]).take(pa.array(index))


def _column(field: pa.Field, known: dict[str, pa.Array]) -> pa.Array:
    if field.name in known:
        return known[field.name].cast(field.type)
    return pa.nulls(ROWS, field.type) if field.nullable else pa.array(["x"]).take(pa.array(np.zeros(ROWS, int)))


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _plain(table: pa.Table) -> None:
    with duckdb.connect() as connection:
        connection.register("trials", table)
        connection.execute(
            "select agent, harness, count(*), avg(score), avg(solved::int) from trials group by all"
        ).fetchall()


def main() -> None:
    table = _table()
    by = ("agent", "harness")
    works = {
        "means in DuckDB, no intervals": partial(_plain, table),
        "summary: scores, gates, pass@k, with intervals": lambda: summarize(TrialTable(table), by),
        "efficiency: medians, cost per solved task": lambda: efficiency(TrialTable(table), by),
    }
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(REPEATS):  # in turns, so that other load affects all of them in the same way
        for name, work in works.items():
            times[name].append(_seconds(work))
    claims = {name: 5.0 for name in works if name.startswith("summary")}
    medians = {name: show(name, each, claim=claims.get(name)) for name, each in times.items()}
    plain, summary, _ = medians.values()
    print(f"{ROWS:,} rows; summary / plain means: {summary / plain:.1f}")


if __name__ == "__main__":
    main()
