"""Run scenarios in copies of the agent's state, each scenario once."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from _runs import CHECK, COMMAND, REPORT, Run, once_per_state, quarantined, recorded, run
from _truth import Payment, Truth, stored_payments, truth

from headwater.grading import Graded, Message, State

SECRET = "hush-4711"
KEPT_REPORT = '{"left": "by an earlier run"}\n'
COLUMNS = "transaction_id, merchant_id, amount, currency, status, created_at"


@contextmanager
def drifted_copy(graded: Graded) -> Iterator[State]:
    """Yield a copy in which ClickHouse has its starting rows again."""
    rows = graded.starting.clickhouse.query(f"select {COLUMNS} from analytics.transactions")
    with graded.copy() as copy:
        for table in ("transactions", "transactions_quarantine", "reconciliation_runs"):
            copy.clickhouse.execute(f"truncate table if exists analytics.{table}")
        copy.clickhouse.insert("analytics.transactions", rows, COLUMNS.split(", "))
        yield copy


@dataclass(frozen=True)
class Seeded:
    """The results for the starting drift: two reports, the repair, and another run."""

    before: Truth
    checks: tuple[Run, Run]
    after_checks: Truth
    tables_after_checks: tuple[list[str], list[str]]
    recorded_after_checks: list[dict[str, int]]
    repair: Run
    after: Truth
    quarantine: list[Payment]
    recorded: list[dict[str, int]]
    tables: list[str]
    rerun: Run
    recorded_after_rerun: list[dict[str, int]]


@once_per_state
def seeded(graded: Graded) -> Seeded:
    """Report the starting drift twice, repair it, and run again."""
    with drifted_copy(graded) as copy:
        before, tables = truth(copy), copy.clickhouse.tables()
        checks = (run(copy, CHECK), run(copy, CHECK))
        after_checks, tables_after = truth(copy), copy.clickhouse.tables()
        recorded_after_checks = recorded(copy)
        repair = run(copy)
        after, quarantine, log, leftover_files = (
            truth(copy),
            quarantined(copy),
            recorded(copy),
            copy.clickhouse.tables(),
        )
        rerun = run(copy)
        return Seeded(
            before,
            checks,
            after_checks,
            (tables, tables_after),
            recorded_after_checks,
            repair,
            after,
            quarantine,
            log,
            leftover_files,
            rerun,
            recorded(copy),
        )


NEW_IN_POSTGRES = """
    insert into app.transactions values
        (200001, 217, 9007199254740993.17, 'DKK', 'settled', 2, '2026-06-03 10:00+00', '2026-06-03 13:00+00'),
        (200002, 218, 0, 'XTS', 'settled', 2, '2026-06-03 10:00:01+00', '2026-06-03 13:00:00+00'),
        (200003, 219, 10.10, null, 'authorized', 1, '2026-06-03 10:00:02+00', '2026-06-03 10:00:02+00'),
        (200004, 220, 11.20, 'EUR', E'on\\\\hold;\\t"later"', 1, '2026-06-03 10:00+00', '2026-06-03 10:00+00'),
        (200005, 221, 9999999999999999.99, 'EUR', 'settled', 1, '2025-12-31 23:59:59+00', '2026-01-01 00:00+00'),
        (200006, 222, 0.01, '', 'settled', 1, '2031-07-01 00:00:00+00', '2031-07-01 00:00:00+00');
    update app.transactions set status = 'refunded', version = version + 1
    where transaction_id in (100101, 100202, 100303);
    update app.transactions set amount = amount + 0.01 where transaction_id = 100404;
    update app.transactions set currency = null where transaction_id = 100405;
    delete from app.transactions where transaction_id in (100505, 100606);
"""
NEW_IN_CLICKHOUSE = f"""
    insert into analytics.transactions ({COLUMNS})
        select {COLUMNS} from analytics.transactions where transaction_id in (100111, 100222);
    insert into analytics.transactions ({COLUMNS})
        select {COLUMNS} from analytics.transactions where transaction_id = 100111;
    insert into analytics.transactions ({COLUMNS}) values
        (200001, 217, '9007199254740993.18', 'DKK', 'settled', '2026-06-03 10:00:00'),
        (200003, 219, '10.10', '', 'authorized', '2026-06-03 10:00:02'),
        (9500001, 217, '1.00', 'DKK', 'settled', '2026-06-04 10:00:00'),
        (9500002, 217, '2.00', null, 'settled', '2029-06-04 10:00:00'),
        (9500001, 217, '1.00', 'DKK', 'settled', '2026-06-04 10:00:00');
    delete from analytics.transactions where transaction_id in (100777, 100888);
"""
NEW_MESSAGES = (
    b'{"transaction_id": 200002, "version": 2, "status": "settled", "producer": "web-5.1"}',
    b'{"transaction_id": 200002, "version": 1, "status": "authorized", "producer": "terminal-3.2"}',
    b'{"transaction_id": 200005, "version": 1, "status": "settled", "producer": "web-5.1"}',
    b'{"transaction_id": 200005, "version": 1, "status": "settled", "producer": "web-5.1"}',
    b'{"transaction_id": 7777777, "version": 1, "status": "settled", "producer": "web-5.1"}',
    b'{"transaction_id": 0, "version": 1, "producer": "web-5.1"}',
    b'{"transaction_id": -5, "version": 1, "producer": "web-5.1"}',
    b'{"transaction_id": {"id": 100001}, "version": 1}',
    b"{}",
    b"\xc3\x28",
    b"[" * 100_000,
    b"x" * 200_000,
    None,
)


@dataclass(frozen=True)
class Injected:
    """The results of adding drift after the repair: first the report's run, then the repair's."""

    before: Truth
    check: Run
    repair: Run
    after: Truth
    quarantine: list[Payment]


@once_per_state
def injected(graded: Graded) -> Injected:
    """Add drift in all three systems."""
    with graded.copy() as copy:
        copy.postgres.execute(NEW_IN_POSTGRES)
        copy.clickhouse.execute(NEW_IN_CLICKHOUSE)
        copy.kafka.produce("transactions", [Message(value, b"new", partition=1) for value in NEW_MESSAGES])
        before = truth(copy)
        check, repair = run(copy, CHECK), run(copy)
        return Injected(before, check, repair, truth(copy), quarantined(copy))


CENTS_OFF = """
    alter table analytics.transactions update amount = amount + 0.05
        where transaction_id in (100020, 100021) settings mutations_sync = 2;
    alter table analytics.transactions update amount = amount - 3
        where transaction_id = 100022 settings mutations_sync = 2;
"""
MISUSES = ("--tolerance=-1", "--tolerance nan", "--no-such-option")


@dataclass(frozen=True)
class Tolerated:
    """Runs with several tolerances on amounts with small errors, and runs with wrong options."""

    checks: dict[str, Run]
    repair: Run
    unchanged: bool
    misused: dict[str, Run]


@once_per_state
def tolerated(graded: Graded) -> Tolerated:
    """Run with tolerances below, at and above the errors in amounts."""
    with graded.copy() as copy:
        copy.clickhouse.execute(CENTS_OFF)
        before = stored_payments(copy)
        checks = {text: run(copy, f"{CHECK} --tolerance {text}") for text in ("0.04", "0.05", "3")}
        repair = run(copy, f"{COMMAND} --tolerance 3.00")
        misused = {options: run(copy, f"{COMMAND} {options}") for options in MISUSES}
        return Tolerated(checks, repair, sorted(stored_payments(copy)) == sorted(before), misused)


UNREACHABLE: Mapping[str, Mapping[str, str]] = {
    "postgres": {
        "POSTGRES_URL": f"postgresql://app:{SECRET}@127.0.0.1:1/app",
        "PGPORT": "1",
        "PGPASSWORD": SECRET,
    },
    "clickhouse": {
        "CLICKHOUSE_URL": "http://127.0.0.1:1",
        "CLICKHOUSE_PORT": "1",
        "CLICKHOUSE_NATIVE_PORT": "1",
        "CLICKHOUSE_PASSWORD": SECRET,
    },
    "kafka": {"KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1"},
}


@dataclass(frozen=True)
class Outages:
    """Runs that must fail, each with the name of the system that the error should mention."""

    unreachable: dict[str, Run]
    refused: Run
    unset: Run
    held_before: list[Payment]
    held_after: list[Payment]

    @property
    def runs(self) -> list[Run]:
        """Return all runs."""
        return [*self.unreachable.values(), self.refused, self.unset]


@once_per_state
def outages(graded: Graded) -> Outages:
    """Make each system in turn unreachable while there is drift to repair."""
    with graded.copy() as copy:
        copy.clickhouse.execute("delete from analytics.transactions where transaction_id < 100100")
        copy.write(REPORT, KEPT_REPORT)
        before = sorted(stored_payments(copy))
        unreachable = {name: run(copy, env=env) for name, env in UNREACHABLE.items()}
        refused = run(copy, env={"CLICKHOUSE_PASSWORD": SECRET})
        unset = run(copy, f"env -u KAFKA_BOOTSTRAP_SERVERS {COMMAND}")
        return Outages(unreachable, refused, unset, before, sorted(stored_payments(copy)))


EMPTY_TOPIC = """python3 - <<'PY'
import os
from confluent_kafka import OFFSET_END, TopicPartition
from confluent_kafka.admin import AdminClient
admin = AdminClient({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
ends = [TopicPartition("transactions", number, OFFSET_END) for number in range(3)]
for future in admin.delete_records(ends).values():
    future.result(10)
PY"""


@dataclass(frozen=True)
class Emptied:
    """The state before and after a run in which one of the systems is empty."""

    before: Truth
    check: Run
    tables_after_check: list[str]
    repair: Run
    after: Truth


@once_per_state
def empty_topic(graded: Graded) -> Emptied:
    """Run with an empty topic and with missing rows in ClickHouse."""
    with graded.copy() as copy:
        copy.clickhouse.execute("delete from analytics.transactions where transaction_id < 100100")
        copy.run(EMPTY_TOPIC)
        return _emptied(copy)


@once_per_state
def clickhouse_gone(graded: Graded) -> tuple[Emptied, Emptied]:
    """Run without the ClickHouse database, and then with an empty table."""
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        without = _emptied(copy)
        copy.clickhouse.execute("truncate table if exists analytics.transactions")
        return without, _emptied(copy)


@once_per_state
def empty_source(graded: Graded) -> Emptied:
    """Run with an empty source table in Postgres."""
    with graded.copy() as copy:
        copy.write(REPORT, KEPT_REPORT)
        copy.postgres.execute("truncate app.transactions")
        return _emptied(copy)


def _emptied(copy: State) -> Emptied:
    before = truth(copy)
    check = run(copy, CHECK)
    tables = copy.clickhouse.tables()
    return Emptied(before, check, tables, run(copy), truth(copy))


ORPHANS = f"""
    insert into analytics.transactions ({COLUMNS}) values
        (9600001, 217, '1.00', 'DKK', 'settled', '2026-06-04 10:00:00'),
        (9600001, 217, '1.00', 'DKK', 'settled', '2026-06-04 10:00:00'),
        (9600002, 218, '2.00', null, 'settled', '2026-06-05 10:00:00');
"""
HALF_QUARANTINED = f"""
    insert into analytics.transactions_quarantine ({COLUMNS}, reason, quarantined_at)
        values (9600001, 217, '1.00', 'DKK', 'settled', '2026-06-04 10:00:00', 'cut off', '2026-07-01 00:00:00');
"""


@dataclass(frozen=True)
class Interrupted:
    """The quarantine after a run that follows an interrupted one, and again after the orphans reappeared."""

    first: Run
    quarantine: list[Payment]
    again: Run
    quarantine_again: list[Payment]
    agrees: bool


@once_per_state
def interrupted(graded: Graded) -> Interrupted:
    """Run after an interruption between inserting orphans into the quarantine and deleting them from the table."""
    with graded.copy() as copy:
        copy.clickhouse.execute(ORPHANS + HALF_QUARANTINED)
        first, quarantine = run(copy), quarantined(copy)
        copy.clickhouse.execute(ORPHANS)
        again = run(copy)
        return Interrupted(first, quarantine, again, quarantined(copy), truth(copy).in_agreement)
