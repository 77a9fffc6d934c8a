"""Production checks: the job keeps its contracts with billing, the scheduler and the ad server team."""

from __future__ import annotations

import re

from _figures import describe_end, hours, intended, outage, page
from _rounds import rounds

from headwater.grading import Completed, Graded, Result, expect, production


@production(demand="docs/operations.md#readers")
def billing_hears_of_what_changed_alone(graded: Graded) -> Result:
    """A changed figure gets the time of the run, and every other figure keeps its time."""
    outcome = hours(graded)
    return expect(
        outcome.changed and not outcome.silent and not outcome.loud and not outcome.fault,
        f"{describe_end(outcome.day.completed)}; "
        f"of {outcome.changed} changed figures {outcome.silent} kept their time; "
        f"{outcome.loud} other figures did not; {outcome.fault or 'all figures are right'}",
    )


@production(demand="docs/operations.md#jobs")
def a_run_says_how_much_it_changed(graded: Graded) -> Result:
    """The last line of output gives the number of changed figures, which is 0 without changes."""
    outcome = hours(graded)
    idle, busy = (_last_line(run.completed.stdout) for run in (outcome.idle, outcome.day))
    return expect(
        (idle, busy) == ("changed=0", f"changed={outcome.changed}"),
        f"without changes the last line is {idle[:80]!r}; with {outcome.changed} changes it is {busy[:80]!r}",
    )


def _last_line(stdout: str) -> str:
    return (stdout.strip().splitlines() or [""])[-1].strip()


def _complaint(completed: Completed, name: str) -> Result:
    output, secret = completed.stderr.strip(), "hush-2290"
    readable = 0 < len(output) < 2000 and "Traceback" not in output and re.search(name, output, re.IGNORECASE)
    return expect(
        completed.exit_code not in (0, 124) and readable and secret not in output + completed.stdout,
        f"exit code {completed.exit_code}, {output.replace(secret, '<the password>')[-200:]!r}",
    )


@production(demand="docs/operations.md#jobs")
def a_run_without_postgres_says_so(graded: Graded) -> Result:
    """If Postgres is unreachable, a run fails with a short message, without traceback or password."""
    return _complaint(outage(graded).postgres, r"postgres|127\.0\.0\.1|connection")


@production(demand="docs/operations.md#jobs")
def a_run_without_clickhouse_says_so(graded: Graded) -> Result:
    """If ClickHouse is unreachable, a run fails with a short message, without traceback or password."""
    return _complaint(outage(graded).clickhouse, r"clickhouse|127\.0\.0\.1|connection")


@production(demand="docs/operations.md#jobs")
def nothing_is_left_in_analytics(graded: Graded) -> Result:
    """After a run, analytics contains only the table that the dashboards read and the objects on which it depends."""
    tables = hours(graded).tables
    surplus = [
        name
        for name in tables
        if name != "metric_daily"
        and not any(re.search(rf"\b{re.escape(name)}\b", text) for other, text in tables.items() if other != name)
    ]
    return expect("metric_daily" in tables and not surplus, f"objects in addition to metric_daily: {surplus or 'none'}")


@production(demand="docs/operations.md#jobs", required=True)
def the_ad_servers_database_is_as_it_was(graded: Graded) -> Result:
    """The tables and rows in Postgres are unchanged."""
    objects = """
        select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and n.nspname !~ '^headwater'
        union all select 'trigger ' || tgname from pg_trigger where not tgisinternal order by 1
    """
    digest = """
        select (select sum(hashtextextended(i::text, 0)::numeric) from ads.impressions i)::text,
               (select sum(hashtextextended(v::text, 0)::numeric) from ads.traffic_verdicts v)::text,
               (select string_agg(r::text, ',') from ads.retention r)
    """
    starting, current = graded.starting.postgres, graded.postgres
    added = sorted(
        {str(name) for (name,) in current.query(objects)} - {str(name) for (name,) in starting.query(objects)}
    )
    same = current.query(digest) == starting.query(digest)
    return expect(not added and same, f"added: {added or 'nothing'}; rows are {'unchanged' if same else 'changed'}")


@production(demand="dashboards/invoice_changes.sql")
def billings_query_answers(graded: Graded) -> Result:
    """Billing's query returns each corrected figure once, with its definition."""
    found = graded.clickhouse.query(page(graded, "invoice_changes"))
    expected = {(*key, value, 2) for key, value in intended(graded).items()}
    listed = {(str(metric), *rest) for metric, *rest in found}
    return expect(
        expected <= listed and len(found) == len(listed),
        f"{len(found)} rows; {len(expected - listed)} of {len(expected)} are missing",
    )


@production(demand="docs/operations.md#therefore keeps its `computed_at`", required=True)
def billing_hears_of_each_change_once(graded: Graded) -> Result:
    """In each round, a figure has a new `computed_at` if its value or definition changed, and runs count these."""
    outcome = rounds(graded)
    return expect(
        not outcome.reports,
        outcome.reports[0] if outcome.reports else "runs reported what they changed",
        faults=outcome.reports[:5],
        log=outcome.log,
    )
