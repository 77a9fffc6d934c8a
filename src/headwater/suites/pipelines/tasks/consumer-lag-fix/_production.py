"""Production checks: the line for monitoring, readable errors, and unchanged objects of other teams."""

from __future__ import annotations

from _usage import CLICKHOUSE_UNREACHABLE, TOPIC, new_message, produce, run

from headwater.grading import Graded, Result, State, expect, production

SECRET = "hush-4711"
TABLES = {"events", "rejected"}


@production(demand="docs/consumer.md#how-a-run-ends")
def says_what_it_did(graded: Graded) -> Result:
    """The last line gives the numbers of messages, new events and rejected messages, and the lag, even if all are 0."""
    with graded.copy() as copy:
        produce(copy, [new_message(1), b"{", new_message(2), new_message(3), b"?", new_message(1), new_message(4)])
        lines = [_last(run(graded, copy).stdout), _last(run(graded, copy).stdout)]
    expected = ["read=7 stored=4 rejected=2 lag=0", "read=0 stored=0 rejected=0 lag=0"]
    return expect(
        lines == expected, f"after 7 messages, of which 4 are new events and 2 invalid, and after none: {lines}"
    )


def _last(text: str) -> str:
    return (text.strip().splitlines() or [""])[-1].strip()[:120]


@production(demand="docs/consumer.md#exit code 1 and one line")
def failures_can_be_read(graded: Graded) -> Result:
    """If ClickHouse is unreachable, one line names it, without traceback or password."""
    with graded.copy() as copy:
        produce(copy, [new_message(1)])
        completed = run(graded, copy, CLICKHOUSE_PASSWORD=SECRET, **CLICKHOUSE_UNREACHABLE)
    output = completed.stdout + completed.stderr
    fit = "clickhouse" in completed.stderr.lower() and "Traceback" not in output and SECRET not in output
    return expect(
        completed.exit_code == 1 and fit,
        f"without ClickHouse the run exited with {completed.exit_code}: {completed.stderr.strip()[-200:]!r}",
    )


@production(demand="docs/consumer.md#what is in use is what it says")
def schema_sql_is_what_is_in_use(graded: Graded) -> Result:
    """Run twice on an empty database, schema.sql creates the same tables, columns and indexes as are in use."""
    in_use = _definitions(graded)
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists usage")
        copy.write(".apply_schema", APPLY_SCHEMA)
        codes = [copy.run("python3 -I .apply_schema").exit_code for _ in range(2)]
        created = _definitions(copy)
    return expect(
        codes == [0, 0] and set(created) >= TABLES and created == in_use,
        f"schema.sql exited with {codes} and created {sorted(created)}; in use are {sorted(in_use)}"
        + ("" if created == in_use else ", and they differ"),
    )


APPLY_SCHEMA = """
import os, clickhouse_connect
client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"])
for statement in (open("schema.sql").read() + "\\n").split(";\\n"):
    if statement.strip():
        client.command(statement)
"""


def _definitions(state: State | Graded) -> dict[str, str]:
    """Return the objects in the database, each with its columns, indexes and engine."""
    sql = "select name, create_table_query from system.tables where database = 'usage' and name not like '.inner%'"
    return {str(name): " ".join(str(query).split()) for name, query in state.clickhouse.query(sql)}


@production(demand="docs/consumer.md#only reads from Kafka")
def kafka_is_only_read(graded: Graded) -> Result:
    """The consumer creates no topics and writes no messages."""
    starting, current = graded.starting.kafka, graded.kafka
    before, after = len(starting.messages(TOPIC)), len(current.messages(TOPIC))
    same = starting.topics() == current.topics() and before == after
    return expect(
        same,
        f"topics were {starting.topics()} and are {current.topics()}; there were {before} messages and are {after}",
    )
