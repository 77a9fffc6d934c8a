"""Production checks: the offsets, output, schema file and README meet the needs of operators."""

from __future__ import annotations

import re

from _readings import (
    CLICKHOUSE_UNREACHABLE,
    GROUP,
    TOPIC,
    apply_schema,
    catalog,
    describe_errors,
    ended_right,
    produce,
    reading,
    set_back,
    truth,
)

from headwater.grading import Graded, Result, expect, production


@production(demand="ops/groups.toml#metrics-to-clickhouse")
def lag_is_zero(graded: Graded) -> Result:
    """The group has committed the end offset of each partition with messages."""
    committed, ends = graded.kafka.committed(GROUP, TOPIC), truth(graded.kafka).ends
    lag = {number: end - committed.get(number, 0) for number, end in ends.items()}
    return expect(bool(ends) and not any(lag.values()), f"lag of {GROUP} by partition: {lag}")


@production(demand="ops/report.py#last_line")
def prints_what_it_did(graded: Graded) -> Result:
    """The last line of output gives the numbers of read and rejected messages."""
    with graded.copy() as copy:
        produce(copy, [reading(1), b"{", reading(2), reading(3), b"?", reading(4), reading(1)])
        completed = copy.run()
    last = (completed.stdout.strip().splitlines() or [""])[-1].strip()
    right = completed.exit_code == 0 and last == "read=7 rejected=2"
    return expect(right, f"after 7 messages, 2 of them invalid, the last line is {last[:120]!r}")


@production(demand="docs/jobs.md#without the password")
def fails_readably(graded: Graded) -> Result:
    """A failed run prints the reason to stderr, without traceback or password."""
    with graded.copy() as copy:
        completed = copy.run(env=CLICKHOUSE_UNREACHABLE | {"CLICKHOUSE_PASSWORD": "hush-4711"})
    output = completed.stderr.strip()
    fit = bool(output) and "Traceback" not in output and "hush-4711" not in output + completed.stdout
    return expect(
        completed.exit_code not in (0, 124) and fit,
        f"without ClickHouse the run exited with {completed.exit_code}: {output[-200:]!r}",
    )


@production(demand="ops/rebuild.sh#schema.sql")
def schema_sql_recreates_everything(graded: Graded) -> Result:
    """schema.sql creates the same objects as are in use, and can be applied twice."""
    in_use = catalog(graded.clickhouse)
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        codes = [apply_schema(copy).exit_code, apply_schema(copy).exit_code]
        created = catalog(copy.clickhouse)
    promised = {"metrics", "metrics_dead_letters"} <= set(created)
    same = all(created[name] == columns for name, columns in in_use.items() if name in created)
    return expect(
        codes == [0, 0] and promised and same,
        f"schema.sql exited with {codes} and created {sorted(created)}; in use are {sorted(in_use)}",
    )


@production(demand="docs/jobs.md#Nothing else is in that database")
def nothing_is_left_over(graded: Graded) -> Result:
    """The database contains only the objects in schema.sql, without helper tables or copies."""
    in_use = set(catalog(graded.clickhouse))
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        apply_schema(copy)
        surplus = sorted(in_use - set(catalog(copy.clickhouse)))
    return expect(
        bool(in_use) and not surplus,
        f"objects that schema.sql does not create: {', '.join(surplus) or 'none'}, of {sorted(in_use)}",
    )


@production(demand="ops/rebuild.sh#DROP DATABASE")
def everything_can_be_built_again(graded: Graded) -> Result:
    """After the database is dropped and the group is reset, a run rebuilds everything."""
    with graded.copy() as copy:
        set_back(copy)
        copy.clickhouse.execute("drop database if exists analytics")
        return ended_right(copy.run(), describe_errors(copy), "after the database was dropped")


@production(demand="docs/kafka.md#write nothing and make no topics")
def kafka_is_left_alone(graded: Graded) -> Result:
    """Kafka has no new topics and no new messages."""
    starting, current = graded.starting.kafka, graded.kafka
    same = starting.topics() == current.topics() and len(starting.messages(TOPIC)) == len(current.messages(TOPIC))
    return expect(
        same,
        f"topics were {starting.topics()} and are {current.topics()};"
        f" {TOPIC} has {len(current.messages(TOPIC))} messages",
    )


@production(demand="docs/jobs.md#readme.md")
def readme_is_a_runbook(graded: Graded) -> Result:
    """README.md names the command, the environment variables and the group, and explains dead letters and replays."""
    text = graded.workspace.read_text("README.md")
    expected = {
        "the command": r"\bconsume\.py",
        "Kafka's variable": r"\bKAFKA_",
        "ClickHouse's variables": r"\bCLICKHOUSE_",
        "the group": re.escape(GROUP),
        "the dead letters": r"(?i)dead[_ -]?letters?",
        "how to read again": r"(?i)offset|reset|(set|put|group) .{0,40}back|earliest|delete .{0,20}group",
    }
    missing = [what for what, pattern in expected.items() if not re.search(pattern, text)]
    return expect(not missing, f"README.md does not name: {', '.join(missing) or 'nothing that it needs'}")
