"""Production checks: runs and checks report what happened, and the shop's data stays unchanged."""

from __future__ import annotations

from _arrivals import arrivals
from _orders import TOPIC, describe_end, last_line
from _runs import tables
from _scenarios import checks, disturbed, outages

from headwater.grading import Graded, Result, expect, expect_equal, production, reported_in_one_line


@production(demand="docs/operations.md#standard error has one line")
def a_run_without_postgres_is_reported(graded: Graded) -> Result:
    """A run that cannot reach Postgres exits with 1 and prints one line that names Postgres."""
    return reported_in_one_line(outages(graded).postgres, names="postgres", without="127.0.0.1")


@production(demand="docs/operations.md#standard error has one line")
def a_run_without_kafka_is_reported(graded: Graded) -> Result:
    """A run that cannot reach Kafka exits with 1 and prints one line that names Kafka."""
    return reported_in_one_line(outages(graded).kafka, names="kafka", without="127.0.0.1")


@production(demand="docs/operations.md#standard error has one line")
def a_check_without_postgres_is_reported(graded: Graded) -> Result:
    """A check that cannot reach Postgres exits with 1 and prints one line that names Postgres."""
    return reported_in_one_line(outages(graded).check_postgres, names="postgres", without="127.0.0.1")


@production(demand="docs/operations.md#standard error has one line")
def a_check_without_kafka_is_reported(graded: Graded) -> Result:
    """A check that cannot reach Kafka exits with 1 and prints one line that names Kafka."""
    return reported_in_one_line(outages(graded).check_kafka, names="kafka", without="127.0.0.1")


@production(demand="docs/operations.md#For each value that differs")
def a_check_prints_each_difference(graded: Graded) -> Result:
    """If snapshots are damaged, --check prints each value that differs, and each missing and unknown order."""
    results = checks(graded)
    run, printed, wanted = results.damaged, results.printed, results.wanted
    missing, extra = (sorted(lines, key=str) for lines in (wanted - printed, printed - wanted))
    return expect(
        run.exit_code == 3 and bool(wanted) and not missing and not extra,
        f"{describe_end(run)}; it lacks {len(missing)} of {len(wanted)} lines, such as {missing[:1]}, "
        f"and has {len(extra)} others, such as {extra[:1]}",
    )


@production(demand="docs/operations.md#differences=<n>")
def a_check_counts_its_lines(graded: Graded) -> Result:
    """The last line of a check that found differences gives the number of its lines."""
    run = checks(graded).damaged
    lines = run.stdout.strip().splitlines()
    wanted = f"differences={len(lines) - 1}"
    return expect(
        len(lines) > 1 and last_line(run) == wanted, f"the last line is {last_line(run)[:80]!r}, not {wanted!r}"
    )


@production(demand="docs/operations.md#compares the snapshots with the events and changes nothing")
def a_check_changes_nothing(graded: Graded) -> Result:
    """A check writes no rows, and reports events that have not been processed without processing them."""
    results = checks(graded)
    run, is_unchanged = results.behind
    return expect(
        results.written == 0 and run.exit_code == 3 and is_unchanged,
        f"{results.written} rows were written; with new events, {describe_end(run)}, unchanged: {is_unchanged}",
    )


@production(demand="docs/operations.md#the numbers of new usable events")
def runs_count_what_they_did(graded: Graded) -> Result:
    """The last lines of runs give the numbers of new usable events and of changed snapshots."""
    runs = arrivals(graded)
    named = {"repeated": (runs.repeated, 0), "gap": (runs.gap, 4), "filled": (runs.filled, 3), "odd": (runs.odd, 3)}
    wrong = {
        name: (last_line(run.completed), wanted)
        for name, (run, events) in named.items()
        if last_line(run.completed) != (wanted := f"events={events} snapshots={run.changed}")
    }
    return expect(not wrong, f"other last lines: {wrong or 'none'}")


@production(demand="docs/operations.md#belong to the shop")
def the_archive_is_unchanged(graded: Graded) -> Result:
    """app.order_archive has the rows and indexes that it had at the start."""
    sql = """
        select count(*), sum(hashtext(a::text)),
            (select string_agg(indexdef, ',' order by indexname) from pg_indexes where tablename = 'order_archive'),
            (select count(*) from pg_trigger where tgrelid = 'app.order_archive'::regclass)
        from app.order_archive a
    """
    return expect_equal(graded.postgres.query(sql), graded.starting.postgres.query(sql), "the archive")


@production(demand="docs/operations.md#so we only read them")
def the_topic_is_unchanged(graded: Graded) -> Result:
    """Kafka has the topics and the numbers of messages that it had at the start."""
    found, right = ((state.kafka.topics(), len(state.kafka.messages(TOPIC))) for state in (graded, graded.starting))
    return expect_equal(found, right, "the topics and the number of messages")


@production(demand="docs/operations.md#leave no consumer group")
def no_consumer_group_is_left(graded: Graded) -> Result:
    """After several runs, Kafka knows no consumer group."""
    return expect_equal(disturbed(graded).groups, [], "the consumer groups")


@production(demand="docs/operations.md#Later runs leave no tables")
def no_table_is_left_behind(graded: Graded) -> Result:
    """After killed, overlapping and other runs, there are no tables that the first run did not leave."""
    left = set(disturbed(graded).tables) - set(tables(graded))
    return expect(not left, f"tables left behind: {sorted(left)[:5] or 'none'}")


@production(demand="prompt#unchanged")
def the_queries_are_unchanged(graded: Graded) -> Result:
    """The queries of customer service are as they were shipped."""
    changed = [path for path in graded.workspace.changed() if path.startswith("queries/")]
    return expect(not changed, f"changed queries: {changed or 'none'}")
