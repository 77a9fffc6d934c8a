"""Production checks: output, exit codes, the lag, the schema, and what belongs to others."""

from __future__ import annotations

from _arrivals import arrivals
from _chance import chance
from _outages import lags, outages
from _readings import GROUP, TOPIC, at_start, start_messages
from _scenarios import killed, objects
from _tables import describe_end, last_line

from headwater.grading import Graded, Result, State, expect, expect_equal, production, reported_in_one_line


@production(demand="docs/operations.md#standard error has one line")
def a_run_without_clickhouse_is_reported(graded: Graded) -> Result:
    """A run that cannot reach ClickHouse exits with 1 and prints one line that names ClickHouse."""
    return reported_in_one_line(outages(graded).clickhouse, names="clickhouse", without="127.0.0.1")


@production(demand="docs/operations.md#or refuse something")
def a_wrong_password_is_reported(graded: Graded) -> Result:
    """A run with a wrong password exits with 1 and prints one line that names ClickHouse, without the password."""
    return reported_in_one_line(outages(graded).password, names="clickhouse", without="127.0.0.1")


@production(demand="docs/operations.md#standard error has one line")
def a_run_without_kafka_is_reported(graded: Graded) -> Result:
    """A run that cannot reach Kafka exits with 1 and prints one line that names Kafka."""
    return reported_in_one_line(outages(graded).kafka, names="kafka", without="127.0.0.1")


@production(demand="docs/operations.md#standard error has one line")
def a_lag_without_kafka_is_reported(graded: Graded) -> Result:
    """If Kafka cannot be reached, --lag exits with 1 and prints one line that names Kafka."""
    return reported_in_one_line(outages(graded).lag, names="kafka", without="127.0.0.1")


@production(demand="docs/operations.md#they are the ends of the partitions")
def the_group_has_no_lag(graded: Graded) -> Result:
    """The group has committed the end of each partition."""
    return expect_equal(graded.kafka.committed(GROUP, TOPIC), at_start(graded).ends, "the offsets of the group")


@production(demand="docs/operations.md#including those that came again")
def runs_count_what_they_read(graded: Graded) -> Result:
    """The last lines of runs count usable readings, also those that came again and those of unusable messages."""
    runs = arrivals(graded)
    right = f"messages={57 + runs.gaps} readings={50 + runs.gaps} rejected=27"
    return expect_equal(last_line(runs.mixed.completed), right, "the last line")


@production(demand="docs/operations.md#After a run, they are the ends of the partitions")
def rounds_of_chance_report_what_they_read(graded: Graded) -> Result:
    """After each round of chance, the group has the ends of the partitions, and plain runs count what they read."""
    faults = []
    for each in chance(graded):
        readings = sum(len(message.readings) for message in each.sent)
        rejected = sum(message.is_unusable for message in each.sent)
        line = f"messages={len(each.sent)} readings={readings} rejected={rejected}"
        if each.mode in ("plain", "more partitions") and last_line(each.run.completed) != line:
            faults.append(f"after {each.name}, the last line is {last_line(each.run.completed)!r} instead of {line!r}")
        if each.offsets:
            faults.append(each.offsets)
    return expect(not faults, (faults or ["all rounds were right"])[0], faults=faults[:9])


@production(demand="docs/operations.md#prints `partition=<n> lag=<n>` for each partition")
def the_lag_is_printed(graded: Graded) -> Result:
    """--lag prints the lag of each partition and the sum, and exits with 3, even without ClickHouse."""
    run = lags(graded).before
    right = [f"partition={number} lag={2 if number == 0 else 1}" for number in range(6)]
    lines = run.stdout.strip().splitlines()
    fits = run.exit_code == 3 and sorted(lines[:-1]) == right and lines[-1:] == ["lag=7"]
    return expect(fits, f"{describe_end(run)} and printed {lines[:8]}")


@production(demand="docs/operations.md#It exits with 0 if the sum is 0")
def no_lag_exits_with_0(graded: Graded) -> Result:
    """After a run, --lag prints 0 for all partitions and exits with 0."""
    run = lags(graded).after
    right = [*(f"partition={number} lag=0" for number in range(6)), "lag=0"]
    lines = run.stdout.strip().splitlines()
    return expect(run.exit_code == 0 and lines == right, f"{describe_end(run)} and printed {lines[:8]}")


@production(demand="docs/operations.md#number of messages that the next run will read")
def expired_messages_are_no_lag(graded: Graded) -> Result:
    """Messages that Kafka has deleted do not count as lag."""
    run = lags(graded).expired
    fits = run.exit_code == 3 and last_line(run) == "lag=12"
    return expect(fits, f"with 12 messages left, {describe_end(run)} and printed {last_line(run)!r}")


@production(demand="docs/operations.md#It changes nothing")
def the_lag_changes_nothing(graded: Graded) -> Result:
    """--lag works and changes neither offsets nor minutes."""
    results = lags(graded)
    fits = results.is_unchanged and results.before.exit_code == 3
    return expect(fits, f"unchanged: {results.is_unchanged}; {describe_end(results.before)}")


_APPLY = """
import os, clickhouse_connect
client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"])
for statement in (open("schema.sql").read() + "\\n").split(";\\n"):
    if statement.strip():
        client.command(statement)
"""
_DEFINITIONS = "select name, create_table_query from system.tables where database = 'analytics'"


def _definitions(state: State | Graded) -> dict[str, str]:
    found = state.clickhouse.query(_DEFINITIONS)
    return {str(name): str(query).partition(" UUID ")[0] for name, query in found if not str(name).startswith(".inner")}


@production(demand="docs/operations.md#`schema.sql` creates the tables and views from nothing")
def the_schema_creates_everything(graded: Graded) -> Result:
    """schema.sql, run twice without the database, creates the tables and views that are in use, and no others."""
    used = _definitions(graded)
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database analytics sync")
        copy.write(".apply", _APPLY)
        codes = [copy.run("python3 -I .apply").exit_code for _ in range(2)]
        created = _definitions(copy)
    other = sorted(name for name in used.keys() | created.keys() if used.get(name) != created.get(name))
    fits = codes == [0, 0] and not other and {"realtime_metrics", "rejected_messages"} <= created.keys()
    return expect(
        fits, f"it exited with {codes} and created {sorted(created)}; these differ from those in use: {other}"
    )


@production(demand="docs/operations.md#Runs")
def nothing_is_left_behind(graded: Graded) -> Result:
    """After killed runs and the run after them, there are no tables that a normal run does not leave."""
    left = objects(graded), killed(graded).objects
    return expect_equal(left[1], left[0], "the tables and views after killed runs")


@production(demand="docs/operations.md#so runs use no other")
def there_is_no_other_group(graded: Graded) -> Result:
    """After several runs, Kafka knows no other consumer group."""
    return expect_equal(killed(graded).groups, [GROUP], "the consumer groups")


@production(demand="docs/operations.md#we only read it", required=True)
def the_topic_is_unchanged(graded: Graded) -> Result:
    """Kafka has the topics and the numbers of messages that it had at the start."""
    found = graded.kafka.topics(), len(graded.kafka.messages(TOPIC))
    right = graded.starting.kafka.topics(), len(start_messages(graded))
    return expect_equal(found, right, "the topics and the number of messages")


@production(demand="prompt#unchanged")
def the_queries_are_unchanged(graded: Graded) -> Result:
    """The queries of the dashboards and of billing are as they were shipped."""
    changed = [path for path in graded.workspace.changed() if path.startswith("queries/")]
    return expect(not changed, f"changed queries: {changed or 'none'}")
