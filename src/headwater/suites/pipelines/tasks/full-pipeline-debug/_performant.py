"""Performance checks: runs send, read and write little, and the queries of the dashboards read little."""

from __future__ import annotations

from _busy import FEW, busy
from _chance import chance
from _chance_faults import sending_fault
from _changes import changes
from _runs import Run
from _scenarios import new_site

from headwater.grading import Graded, Result, expect, performant

_SERVER = 4  # transactions of the server itself, such as those of autovacuum


def _few(run: Run, value: int, most: int, what: str) -> Result:
    return expect(run.is_good and value <= most, f"{value} {what}, of {most} allowed; {run.message}")


@performant(demand="docs/decisions/0030-states-not-steps.md#If nothing has changed, it sends none")
def an_idle_run_sends_nothing(graded: Graded) -> Result:
    """Runs without changes send no message."""
    runs = [changes(graded).idle, changes(graded).last]
    sent = [len(run.sent) for run in runs]
    return expect(sent == [0, 0] and all(run.is_good for run in runs), f"{sent} were sent; {runs[1].message}")


@performant(demand="docs/limits.csv#rows written in a run without new messages,0,")
def an_idle_run_writes_nothing_in_clickhouse(graded: Graded) -> Result:
    """A run without new messages writes no row in ClickHouse."""
    run = changes(graded).idle
    return _few(run, run.inserted, 0, "rows were written in ClickHouse")


@performant(demand="docs/limits.csv#rows read in app,20000,4", required=True)
def an_idle_run_reads_little(graded: Graded) -> Result:
    """A run without changes reads at most 20,000 rows of the application's tables."""
    run = changes(graded).idle
    return _few(run, run.read, 20_000, "rows of app were read")


@performant(demand="docs/limits.csv#rows read in app,20000,4")
def few_changes_read_little(graded: Graded) -> Result:
    """Runs with a few changes read at most 20,000 rows of the application's tables."""
    results = changes(graded)
    run = max((results.few, results.restored), key=lambda run: run.read)
    return _few(run, run.read, 20_000 + 4 * len(run.sent), "rows of app were read")


@performant(demand="docs/decisions/0030-states-not-steps.md#one message for each parcel that has changed")
def few_changes_send_few_messages(graded: Graded) -> Result:
    """A run sends one message for each changed parcel."""
    results = changes(graded)
    sent = [len(run.sent) for run in (results.few, results.restored, results.bulk)]
    most = [15, 6, results.changed]
    fit = all(one <= other for one, other in zip(sent, most, strict=True)) and results.bulk.is_good
    return expect(fit, f"{sent} were sent, of {most} allowed; {results.bulk.message}")


@performant(demand="docs/limits.csv#rows written in a run,20000,3")
def few_changes_write_little_in_clickhouse(graded: Graded) -> Result:
    """A run with a few changes writes at most 20,000 rows in ClickHouse, and three more for each message."""
    run = changes(graded).few
    return _few(run, run.inserted, 20_000 + 3 * len(run.sent), "rows were written in ClickHouse")


@performant(demand="docs/limits.csv#rows read in a run with fewer than 100 messages,2000000")
def few_changes_read_little_in_clickhouse(graded: Graded) -> Result:
    """A run with a few changes reads at most 2,000,000 rows in ClickHouse."""
    run = changes(graded).few
    return _few(run, run.selected, 2_000_000, "rows were read in ClickHouse")


@performant(demand="docs/limits.csv#tariff-loader,Postgres,transactions committed in a run,50")
def many_changes_take_few_transactions(graded: Graded) -> Result:
    """Runs with 12,000 changes and with all parcels commit at most 50 transactions in Postgres."""
    run = max((changes(graded).bulk, new_site(graded).first), key=lambda run: run.commits)
    return _few(run, run.commits - busy(graded).nothing.commits, 50 + _SERVER, "transactions were committed")


@performant(demand="docs/limits.csv#tariff-loader,ClickHouse,inserts in a run,40")
def many_changes_take_few_inserts(graded: Graded) -> Result:
    """Runs with 12,000 changes and with all parcels make at most 40 inserts in ClickHouse."""
    run = max((changes(graded).bulk, new_site(graded).first), key=lambda run: run.inserts)
    return _few(run, run.inserts, 40, "inserts were made")


@performant(demand="docs/limits.csv#rows read in app,20000,4")
def many_changes_read_each_row_a_few_times(graded: Graded) -> Result:
    """A run with 12,000 changes reads at most 20,000 rows of the application's tables, and four more for each."""
    results = changes(graded)
    return _few(results.bulk, results.bulk.read, 20_000 + 4 * results.changed, "rows of app were read")


@performant(demand="docs/limits.csv#rows written outside app,1000,3")
def many_changes_write_little_in_postgres(graded: Graded) -> Result:
    """A run with 12,000 changes writes at most 1,000 rows in Postgres, and three more for each."""
    results = changes(graded)
    return _few(results.bulk, results.bulk.written, 1_000 + 3 * results.changed, "rows were written in Postgres")


@performant(
    demand="docs/decisions/0025-nothing-of-ours-in-app.md#The limits of the sheet hold for this reading too",
    required=True,
)
def runs_after_a_bulk_read_little(graded: Graded) -> Result:
    """Runs with no and with few changes, minutes after 30,000, read at most 20,000 rows of the application's tables."""
    results = busy(graded)
    idle, few = results.idle, results.few
    fit = idle.read <= 20_000 and few.read <= 20_000 + 4 * FEW and not idle.sent and few.is_good
    return expect(
        fit and idle.completed.exit_code == 0,
        f"after three transactions with {len(results.bulk.sent)} messages, a run without changes read {idle.read} rows "
        f"of app and sent {len(idle.sent)} messages, and one with {FEW} changes read {few.read}; 20000 are allowed; "
        f"{few.message}",
    )


@performant(demand="docs/limits.csv#rows written outside app,1000,3")
def a_bulk_keeps_the_limits(graded: Graded) -> Result:
    """A run after three transactions with more than 30,000 changes keeps all limits of the sheet."""
    results = busy(graded)
    run, sent = results.bulk, len(results.bulk.sent)
    used = {
        "rows of app read": (run.read, 20_000 + 4 * sent),
        "rows written in Postgres": (run.written, 1_000 + 3 * sent),
        "transactions": (run.commits - results.nothing.commits, 50 + _SERVER),
        "inserts in ClickHouse": (run.inserts, 40),
        "rows written in ClickHouse": (run.inserted, 20_000 + 3 * sent),
    }
    over = {name: f"{value} of {most}" for name, (value, most) in used.items() if value > most}
    return expect(not over and run.is_good and sent > 30_000, f"too many: {over or 'none'}; {run.message}")


@performant(demand="docs/decisions/0030-states-not-steps.md#one message for each parcel that has changed")
def rounds_of_chance_send_what_is_new(graded: Graded) -> Result:
    """In rounds of chance, runs and repairs send what the topic lacks and nothing else, to the partition of its key."""
    fault, rounds = chance(graded)
    faults = list(filter(None, map(sending_fault, rounds)))
    return expect(
        not fault and not faults, fault or (faults or [f"{len(rounds)} rounds were right"])[0], faults=faults[:9]
    )


@performant(demand="docs/limits.csv#queries/depot_week.sql,ClickHouse,rows read,10000")
def a_week_reads_little(graded: Graded) -> Result:
    """The query for a week of the depots reads at most 10,000 rows, and returns all depots."""
    return _reads_little(graded, "queries/depot_week.sql", 10_000, 11)


@performant(demand="docs/limits.csv#queries/parcel.sql,ClickHouse,rows read,100000")
def a_parcel_reads_little(graded: Graded) -> Result:
    """The query for a parcel reads at most 100,000 rows, and returns one."""
    return _reads_little(graded, "queries/parcel.sql", 100_000, 1)


def _reads_little(graded: Graded, path: str, most: int, rows: int) -> Result:
    sql = graded.workspace.shipped_text(path) or ""
    read, found = graded.clickhouse.rows_read(sql), len(graded.clickhouse.query(sql))
    return expect(
        read <= most and found == rows, f"{read} rows were read, of {most} allowed, for {found} of {rows} rows"
    )
