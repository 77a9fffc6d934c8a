"""The time for which a trial waits for its services with ten million seeded rows in ClickHouse; baseline: no rows."""

from __future__ import annotations

from _scratch import agent_starts, make_task, run, scratch, show

REPEATS = 9
_EMPTY = "create table default.events (id UInt64, kind String, at DateTime) engine = MergeTree order by id;\n"
_FULL = _EMPTY + (
    "insert into default.events select number, concat('k', toString(cityHash64(number) % 50)), "
    "toDateTime('2026-01-01 00:00:00') + number from numbers(10000000);\n"
)


def main() -> None:
    with scratch() as folder:
        waits: dict[str, list[float]] = {"empty": [], "full": []}
        tasks = {
            name: make_task(folder / "suite", name, ["clickhouse"], {"01_clickhouse.sql": sql})
            for name, sql in (("empty", _EMPTY), ("full", _FULL))
        }
        for name, task in tasks.items():
            started = run(task, "--agent", "oracle", "--out", folder / f"first-{name}")
            show(f"{name}, first trial (seeds)", [agent_starts(folder / f"first-{name}")[0] - started])
        for number in range(REPEATS):  # in turns, so that other load affects both in the same way
            for name, task in tasks.items():
                job = folder / f"{name}-{number}"
                started = run(task, "--agent", "oracle", "--out", job)
                waits[name].append(agent_starts(job)[0] - started)
        medians = {name: show(f"{name}, from the second trial on", values) for name, values in waits.items()}
        print(f"ten million rows / none: {medians['full'] / medians['empty']:.2f}")


if __name__ == "__main__":
    main()
