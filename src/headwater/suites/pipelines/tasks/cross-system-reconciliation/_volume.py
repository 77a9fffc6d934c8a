"""Reconcile a hundred thousand additional payments, with the agent's program and with the reference."""

from dataclasses import dataclass

from _runs import Run, once_per_state, read_file, run
from _truth import truth

from headwater.grading import Graded, Message, State

PAYMENTS = 100_000
PUBLISHED = 20_000
TIMEOUT_SEC = 100.0
IN_POSTGRES = f"""
    insert into app.transactions
    select 1000000 + n, 201 + n % 60, (n % 50000) / 100.0, 'DKK', 'settled', 1,
        timestamptz '2026-01-01 00:00:00+00' + make_interval(secs => n * 155),
        timestamptz '2026-01-01 00:00:00+00' + make_interval(secs => n * 155)
    from generate_series(1, {PAYMENTS}) n;
"""
# In every hundred payments, two are missing, one is duplicated, one has a wrong amount and one a stale status.
IN_CLICKHOUSE = f"""
    insert into analytics.transactions (transaction_id, merchant_id, amount, currency, status, created_at)
    select 1000000 + number, 201 + number % 60,
        toDecimal64(number % 50000 + (number % 100 = 7) * 100, 2) / 100,
        'DKK', if(number % 100 = 9, 'authorized', 'settled'),
        toDateTime('2026-01-01 00:00:00', 'UTC') + number * 155
    from (select arrayJoin(if(number % 100 = 5, [number, number], [number])) as number
          from numbers(1, {PAYMENTS}) where number % 50 != 3);
    insert into analytics.transactions (transaction_id, merchant_id, amount, currency, status, created_at)
    select 9700000 + number, 217, 1, 'DKK', 'settled', toDateTime('2026-05-05 00:00:00', 'UTC') + number
    from numbers(500);
"""
ONE_OFF = """
    alter table analytics.transactions update status = 'authorized'
        where transaction_id = 1000001 settings mutations_sync = 2;
"""
PARTS = "select path from system.parts where database = 'analytics' and active order by path"
# The ClickHouse statements in a run; only rows inserted into permanent tables count as written.
WORK = r"""
    select count(), countIf(inserts), sum(read_rows), sumIf(written_rows, lasting)
    from (
        select read_rows, written_rows, normalizeQuery(query) as text,
            match(text, '(?is)^\s*insert') as inserts,
            match(text, '(?is)^\s*insert\s+into\s+(table\s+)?`?analytics`?\.') as lasting
        from system.query_log
        where type = 'QueryFinish' and user = 'app' and query_start_time_microseconds > {since:DateTime64(6)}
    )
"""
SCANS = """
    select seq_scan + coalesce(idx_scan, 0), seq_tup_read + coalesce(idx_tup_fetch, 0)
    from pg_stat_user_tables where relid = 'app.transactions'::regclass
"""


@dataclass(frozen=True)
class Work:
    """A run and its cost in the engines."""

    run: Run
    statements: int
    inserts: int
    rows_read: int
    rows_written: int
    scans: int
    rows_fetched: int
    kept_parts: bool
    parts: int


@dataclass(frozen=True)
class Volume:
    """A repair of much drift, a run without drift, and a repair of one payment."""

    repair: Work
    clean: Work
    one_off: Work
    agrees: bool
    repaired_one: bool
    rows: int
    report_rows: dict[str, int]


@once_per_state
def volume(graded: Graded) -> Volume:
    """Run the scenario with the agent's program."""
    with graded.copy() as copy:
        return _play(copy)


@once_per_state
def reference_volume(graded: Graded) -> Volume:
    """Run the scenario with the reference solution."""
    return _play(graded.reference)


def _play(state: State) -> Volume:
    state.postgres.execute(IN_POSTGRES)
    state.postgres.execute("analyze app.transactions")
    state.clickhouse.execute(IN_CLICKHOUSE)
    messages = (
        b'{"transaction_id": %d, "version": 1, "status": "settled", "producer": "web-5.0"}' % (1_000_000 + n)
        for n in range(1, PUBLISHED + 1)
    )
    state.kafka.produce("transactions", [Message(value, partition=n % 3) for n, value in enumerate(messages)])
    repair = work_of_a_run(state)
    after = truth(state, topic=False)
    rows = len(after.held)
    state.clickhouse.execute("optimize table analytics.transactions final")
    report_rows = {name: state.clickhouse.rows_read(read_file(state, name)) for name in REPORTS}
    clean = work_of_a_run(state)
    state.clickhouse.execute(ONE_OFF)
    one_off = work_of_a_run(state)
    sql = "select count(), any(status) from analytics.transactions where transaction_id = 1000001"
    repaired_one = state.clickhouse.query(sql) == [(1, "settled")]
    return Volume(repair, clean, one_off, after.in_agreement, repaired_one, rows, report_rows)


REPORTS = ("reports/merchant_statement.sql", "reports/daily_close.sql")


def work_of_a_run(state: State) -> Work:
    """Run the program, and measure what it costs."""
    since = state.clickhouse.scalar("select now64(6)")
    scans, fetched = _scans(state)
    parts = state.clickhouse.query(PARTS)
    done = run(state, timeout_sec=TIMEOUT_SEC)
    state.clickhouse.execute("system flush logs")
    statements, inserts, read, written = state.clickhouse.query(WORK, {"since": since})[0]
    scans_after, fetched_after = _scans(state)
    all_parts = "select count() from system.parts where database = 'analytics' and table = 'transactions'"
    return Work(
        done,
        statements,
        inserts,
        read,
        written,
        scans_after - scans,
        fetched_after - fetched,
        state.clickhouse.query(PARTS) == parts,
        state.clickhouse.scalar(all_parts),
    )


def _scans(state: State) -> tuple[int, int]:
    state.postgres.query("select pg_stat_clear_snapshot(), pg_stat_force_next_flush(), pg_sleep(0.2)")
    scans, fetched = state.postgres.query(SCANS)[0]
    return int(scans), int(fetched)
