"""Production checks: failures and differences are reported, and what belongs to others stays unchanged."""

from __future__ import annotations

from _chance import chance
from _chance_faults import comparison_fault
from _changes import RESENT, changes
from _parcels import describe_end, last_line
from _scenarios import new_site, outages, repaired

from headwater.grading import Graded, Result, State, expect, expect_equal, production, reported_in_one_line

_APP = """
    select 'column', table_name || '.' || column_name || ' ' || data_type from information_schema.columns
        where table_schema = 'app'
    union all select 'index', indexdef from pg_indexes where schemaname = 'app'
    union all select 'trigger', tgrelid::regclass || '.' || tgname || ' ' || tgenabled::text from pg_trigger
        where tgrelid in ('app.parcels'::regclass, 'app.deleted_parcels'::regclass) and not tgisinternal
    union all select 'table', schemaname || '.' || tablename from pg_tables where schemaname = 'app'
    union all select 'rows', count(*) || ' ' || sum(hashtext(p::text)) from app.parcels p
    union all select 'rows', count(*) || ' ' || sum(hashtext(d::text)) from app.deleted_parcels d
    order by 1, 2
"""


@production(demand="docs/decisions/0031-how-programs-report.md#Standard error then has one line")
def a_run_without_postgres_is_reported(graded: Graded) -> Result:
    """A run that cannot reach Postgres exits with 1 and prints one line that names Postgres."""
    return reported_in_one_line(outages(graded).runs["postgres"], names="postgres", without="127.0.0.1")


@production(demand="docs/decisions/0031-how-programs-report.md#Standard error then has one line")
def a_run_without_kafka_is_reported(graded: Graded) -> Result:
    """A run that cannot reach Kafka exits with 1 and prints one line that names Kafka."""
    return reported_in_one_line(outages(graded).runs["kafka"], names="kafka", without="127.0.0.1")


@production(demand="docs/decisions/0031-how-programs-report.md#Standard error then has one line")
def a_run_without_clickhouse_is_reported(graded: Graded) -> Result:
    """A run that cannot reach ClickHouse exits with 1 and prints one line that names ClickHouse."""
    return reported_in_one_line(outages(graded).runs["clickhouse"], names="clickhouse", without="127.0.0.1")


@production(demand="docs/decisions/0031-how-programs-report.md#Standard error then has one line")
def a_comparison_without_postgres_is_reported(graded: Graded) -> Result:
    """A comparison that cannot reach Postgres exits with 1 and prints one line that names Postgres."""
    return reported_in_one_line(outages(graded).compared["postgres"], names="postgres", without="127.0.0.1")


@production(demand="docs/decisions/0031-how-programs-report.md#Standard error then has one line")
def a_comparison_without_clickhouse_is_reported(graded: Graded) -> Result:
    """A comparison that cannot reach ClickHouse exits with 1 and prints one line that names ClickHouse."""
    return reported_in_one_line(outages(graded).compared["clickhouse"], names="clickhouse", without="127.0.0.1")


@production(demand="docs/decisions/0036-repair-and-compare.md#line for each parcel that is not right")
def a_comparison_prints_each_parcel(graded: Graded) -> Result:
    """After a restore of Postgres, --compare prints each parcel that differs, is missing or unknown."""
    return _lines(graded, "parcel ")


@production(demand="docs/decisions/0036-repair-and-compare.md#for each day and depot that is not right")
def a_comparison_prints_each_day(graded: Graded) -> Result:
    """After a restore of Postgres, --compare prints each day and depot whose figures differ."""
    return _lines(graded, "day ")


def _lines(graded: Graded, start: str) -> Result:
    results = repaired(graded)
    run = results.damaged
    printed, wanted = (
        {line.strip() for line in lines if line.startswith(start)}
        for lines in (run.stdout.splitlines(), results.wanted)
    )
    missing, extra = sorted(wanted - printed), sorted(printed - wanted)
    return expect(
        run.exit_code == 3 and len(wanted) >= 10 and not missing and not extra,
        f"{describe_end(run)}; it lacks {len(missing)} of {len(wanted)} lines, such as {missing[:1]}, "
        f"and has {len(extra)} others, such as {extra[:1]}",
    )


@production(demand="docs/decisions/0036-repair-and-compare.md#differences=<n>")
def a_comparison_counts_its_lines(graded: Graded) -> Result:
    """The last line of a comparison that found differences gives the number of its lines."""
    run = repaired(graded).damaged
    lines = run.stdout.strip().splitlines()
    wanted = f"differences={len(lines) - 1}"
    return expect(len(lines) > 1 and lines[-1] == wanted, f"the last line is {last_line(run)[:80]!r}, not {wanted!r}")


@production(demand="docs/decisions/0036-repair-and-compare.md#changes nothing, neither in ClickHouse nor in the topic")
def a_comparison_changes_nothing(graded: Graded) -> Result:
    """A comparison that finds differences leaves ClickHouse and the topic as they are."""
    results = repaired(graded)
    return expect(
        results.kept and results.damaged.exit_code == 3, f"unchanged: {results.kept}; {describe_end(results.damaged)}"
    )


@production(demand="docs/decisions/0036-repair-and-compare.md#a line for each parcel that is not right")
def comparisons_find_changes_of_chance(graded: Graded) -> Result:
    """Before a run, in rounds of chance, --compare prints each parcel, day and depot that differs, and no others."""
    fault, rounds = chance(graded)
    faults = list(filter(None, map(comparison_fault, rounds)))
    return expect(
        not fault and not faults, fault or (faults or [f"{len(rounds)} rounds were right"])[0], faults=faults[:9]
    )


@production(demand="docs/decisions/0031-how-programs-report.md#the number of messages that the run sent")
def runs_count_their_messages(graded: Graded) -> Result:
    """The last lines of runs and of a repair give the numbers of messages sent and read."""
    results, first = changes(graded), new_site(graded).first
    runs = {
        "bulk": (results.bulk, len(results.bulk.sent)),
        "repeated": (results.repeated, RESENT),
        "new site": (first, len(first.sent)),
    }
    wrong = {
        name: (run.last_line, wanted)
        for name, (run, read) in runs.items()
        if run.last_line != (wanted := f"sent={len(run.sent)} read={read}")
    }
    return expect(not wrong, f"other last lines: {wrong or 'none'}")


@production(demand="docs/decisions/0025-nothing-of-ours-in-app.md#change nothing in it", required=True)
def the_application_is_unchanged(graded: Graded) -> Result:
    """The schema app has the columns, indexes, triggers and rows that it had at the start."""
    return expect_equal(_app(graded), _app(graded.starting), "the schema app")


def _app(state: State | Graded) -> list[tuple[object, ...]]:
    return state.postgres.query(_APP)


@production(demand="docs/decisions/0025-nothing-of-ours-in-app.md#There are no replication slots and no publications")
def no_replication_slot_is_left(graded: Graded) -> Result:
    """Postgres has no replication slots and no publications."""
    sql = "select (select count(*) from pg_replication_slots) + (select count(*) from pg_publication)"
    return expect_equal(int(graded.postgres.scalar(sql)), 0, "slots and publications")


@production(demand="prompt#unchanged")
def the_queries_are_unchanged(graded: Graded) -> Result:
    """The queries of the dashboards and the partners' program are as they were shipped."""
    changed = [path for path in graded.workspace.changed() if path.startswith(("queries/", "partners/"))]
    return expect(not changed, f"changed: {changed or 'none'}")
