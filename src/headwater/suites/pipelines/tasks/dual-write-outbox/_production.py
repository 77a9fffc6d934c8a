"""Production checks: failures are reported, operations work as documented, and what others own is as it was."""

from __future__ import annotations

from _regions import region
from _scenarios import outages, poison
from _service import last_line

from headwater.grading import Completed, Graded, Result, expect, production, reported_in_one_line

_OTHERS = (
    "consumers/reader.py", "consumers/billing.py", "consumers/entitlements.py", "contracts/voided.json",
    "contracts/changed.json", "jobs/expire_trials.sql", "jobs/move_account.sql", "docs/topic.md", "docs/operations.md",
)  # fmt: skip
_AUDIT = """
    select count(*), sum(hashtext(c::text)), max(c.change),
        (select string_agg(attname || ' ' || atttypid::regtype, ',' order by attnum) from pg_attribute
            where attrelid = 'audit.changes'::regclass and attnum > 0 and not attisdropped)
    from audit.changes c
"""
_ROWS = """
    select (select sum(hashtext(s::text)) from app.subscriptions s),
        (select sum(hashtext(p::text)) from billing.periods p),
        (select sum(hashtext(a::text)) from app.accounts a), (select count(*) from app.requests)
"""
_PARTITIONS = 6


@production(demand="docs/operations.md#failures")
def a_relay_without_kafka_reports_it(graded: Graded) -> Result:
    """Without Kafka, the relay reports it in one line."""
    return reported_in_one_line(outages(graded).relay, names="kafka")


@production(demand="docs/operations.md#failures")
def a_relay_without_postgres_reports_it(graded: Graded) -> Result:
    """Without Postgres, the relay reports it in one line."""
    return reported_in_one_line(outages(graded).relay_alone, names="postgres")


@production(demand="docs/operations.md#failures")
def a_repair_without_kafka_reports_it(graded: Graded) -> Result:
    """Without Kafka, the repair reports it in one line."""
    return reported_in_one_line(outages(graded).repair, names="kafka")


@production(demand="docs/operations.md#failures")
def a_service_without_postgres_reports_it(graded: Graded) -> Result:
    """Without Postgres, the service reports it in one line."""
    return reported_in_one_line(outages(graded).service_alone, names="postgres")


@production(demand="docs/operations.md#the run ends with 3")
def a_large_event_is_reported(graded: Graded) -> Result:
    """A relay that cannot send an event ends with 3 and one line with the subscription, each time."""
    outcome = poison(graded)
    results = [reported_in_one_line(run, code=3, names=outcome.key) for run in (outcome.first, outcome.again)]
    return next((result for result in results if not result.passed), results[0])


@production(demand="docs/operations.md#counts all events that have")
def the_status_names_what_blocks(graded: Graded) -> Result:
    """The status has the number of events that wait, and the id of the one that blocks."""
    outcome = poison(graded)
    right = {"waiting": len(outcome.versions) + 1, "blocked": [outcome.event]}
    return expect(outcome.status == right, f"the status is {str(outcome.status)[:200]}, and should be {right}")


@production(demand="docs/operations.md#is never sent or counted again")
def what_is_set_aside_is_gone(graded: Graded) -> Result:
    """After an event is set aside, the relay ends well, nothing waits, and the repair does not miss it."""
    outcome = poison(graded)
    runs = (outcome.aside, outcome.last, outcome.compared)
    line, empty = last_line(outcome.compared), {"waiting": 0, "blocked": []}
    return expect(
        [run.exit_code for run in runs] == [0, 0, 0] and outcome.final_status == empty and line == "missing=0 void=0",
        f"the runs ended with {[run.exit_code for run in runs]}, "
        f"the status is {outcome.final_status}, the comparison {line!r}",
    )


def _finds(completed: Completed, missing: int, void: int) -> Result:
    line, code = f"missing={missing} void={void}", 2 if missing or void else 0
    found = last_line(completed)
    return expect(
        completed.exit_code == code and found == line,
        f"{completed.ending} and printed {found!r}; right are exit code {code} and {line!r}",
    )


@production(demand="docs/operations.md#repairpy")
def the_comparison_counts_what_is_wrong(graded: Graded) -> Result:
    """Before the repair of another region, the comparison has the numbers of what a repair would send."""
    outcome = region(graded)
    return _finds(outcome.compared, len(outcome.expected.missing), outcome.expected.phantoms)


@production(demand="docs/operations.md#events that wait for the relay are neither")
def the_comparison_knows_what_waits(graded: Graded) -> Result:
    """The numbers stay the same while new events wait for the relay."""
    outcome = region(graded)
    return _finds(outcome.waiting, len(outcome.expected.missing), outcome.expected.phantoms)


@production(demand="docs/operations.md#repairpy")
def the_comparison_finds_nothing_afterwards(graded: Graded) -> Result:
    """After the repair of another region, the comparison finds nothing."""
    return _finds(region(graded).healed, 0, 0)


@production(demand="docs/operations.md#run again, it changes nothing")
def the_release_can_be_installed_again(graded: Graded) -> Result:
    """In another region, `install.py` succeeds twice."""
    codes = region(graded).installed
    return expect(set(codes) == {0}, f"the installations, the service and the relay ended with {codes}")


@production(demand="prompt")
def files_of_others_are_as_they_were(graded: Graded) -> Result:
    """The documents, and the files of the consumers and of other programs, are unchanged."""
    texts = graded.workspace.read_text
    changed = [path for path in _OTHERS if texts(path) != graded.workspace.shipped_text(path)]
    return expect(not changed, f"changed files: {changed or 'none'}")


@production(demand="prompt")
def the_audit_trail_is_as_it_was(graded: Graded) -> Result:
    """The rows and columns of the audit trail, and the rows of the application, are unchanged."""
    found = [graded.postgres.query(sql) for sql in (_AUDIT, _ROWS)]
    right = [graded.starting.postgres.query(sql) for sql in (_AUDIT, _ROWS)]
    topics = graded.kafka.topics()
    return expect(
        found == right and topics.get("subscriptions") == _PARTITIONS,
        f"rows and columns are {found}, at the start {right}; the topic has {topics.get('subscriptions')} partitions",
    )
