"""Run scenarios in copies of the agent's state. Each scenario runs once, and the checks share its results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from _orders import Row, describe_end, differing, fault, printed_differences, table_rows
from _shop import add_partition, event, groups, many, rebuild_while_reading, run_at_once, run_killed, send

from headwater.grading import Completed, Graded, State

SECRET = "hush-7731"
_NO_POSTGRES = {"PGPORT": "1", "PGPASSWORD": SECRET, "POSTGRES_URL": f"postgresql://app:{SECRET}@127.0.0.1:1/app"}
_NO_KAFKA = {"KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1"}
REBUILD, CHECK = "python3 replay.py --rebuild", "python3 replay.py --check"
_ROWS = """
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint,
        coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::bigint
    from pg_stat_user_tables
"""
_COMMITS = "select xact_commit from pg_stat_database where datname = current_database()"
_TABLES = """
    select schemaname || '.' || tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
    order by 1
"""
_REJECTED = "select partition, position from app.rejected_messages order by 1 nulls first, 2"


@dataclass(frozen=True)
class Run:
    """A run of replay.py.

    Attributes:
        completed: The finished process.
        fault: How the snapshots differ from the right ones after the run, or an empty string. The right ones are those
            that the agent left, and for new orders those of their events.
        read: The number of rows that it read from Postgres.
        written: The number of rows that it inserted, updated or deleted.
        transactions: The number of transactions that it committed.
        changed: The number of snapshots that the run changed.
    """

    completed: Completed
    fault: str
    read: int
    written: int
    transactions: int
    changed: int

    @property
    def is_good(self) -> bool:
        """Whether the run succeeded and left the right snapshots."""
        return self.completed.exit_code == 0 and not self.fault

    @property
    def message(self) -> str:
        """A description of how the run ended and what is wrong after it."""
        return f"{describe_end(self.completed)}; {self.fault or 'all snapshots are right'}"


def _counts(state: State) -> tuple[int, int, int]:
    # A session reports its statistics when it ends.
    state.postgres.query("select pg_stat_clear_snapshot(), pg_stat_force_next_flush(), pg_sleep(0.3)")
    read, written = state.postgres.query(_ROWS)[0]
    return int(read), int(written), int(state.postgres.scalar(_COMMITS))


def _run(graded: Graded, state: State, command: str | None = None, names: tuple[str, ...] = ("order-",)) -> Run:
    rows, before = table_rows(state), _counts(state)
    completed = state.run(command)
    read, written, commits = (after - first for after, first in zip(_counts(state), before, strict=True))
    new = table_rows(state)
    changed = sum(rows.get(order) != new.get(order) for order in rows.keys() | new.keys())
    return Run(completed, fault(state, table_rows(graded), names), read, written, commits, changed)


@dataclass(frozen=True)
class Arrivals:
    """Runs of replay.py, each after different messages. Their faults are those of the orders of these messages.

    Attributes:
        idle: Without new messages.
        few: After events of new orders, some of them out of order and in version 2.
        repeated: After events that were sent again, old ones included.
        gap: After events behind a gap.
        filled: After the missing event.
        corrected: After corrections of old and new events, one of which arrives before its event.
        cancelled: After events of two cancelled orders, one of which is reopened.
        rounded: After discounts of totals that end in half a cent.
        odd: After unusable messages.
    """

    idle: Run
    few: Run
    repeated: Run
    gap: Run
    filled: Run
    corrected: Run
    cancelled: Run
    rounded: Run
    odd: Run


@cache
def arrivals(graded: Graded) -> Arrivals:
    """Send several groups of messages, and run replay.py after each group."""
    first, second, third = "order-n1", "order-n2", "order-n3"
    steps: list[tuple[Callable[[State], None], tuple[str, ...]]] = [
        (_few, (first, second)),
        (_repeated, (first, second)),
        (_gap, (first, second, third)),
        (_filled, (first, second, third)),
        (_corrected, (first, "order-n4")),
        (_cancelled, ("order-c",)),
        (_rounded, ("order-r",)),
        (_odd, ("order-c2", "order-n4", "order-n5", "order-o")),
    ]
    with graded.copy() as copy:
        runs = [_run(graded, copy)]
        for step, names in steps:
            step(copy)
            runs.append(_run(graded, copy, names=names))
        return Arrivals(*runs)


def _few(state: State) -> None:
    send(
        state,
        event("order-n1", 3, "paid", amount="30.00"),
        event("order-n1", 1, "placed", customer="customer-n1"),
        event("order-n1", 2, "item_added", 2, sku="sku-1", quantity=3, price=1000),
        event("order-n2", 4, "item_added", sku="sku-1", quantity=1, price="9999.99"),
        event("order-n2", 3, "wrapped", paper="blue"),
        event("order-n2", 2, "item_added", sku="sku-1", quantity=1, price="0.01"),
        event("order-n2", 1, "placed", 2, customer="customer-n2"),
    )


def _repeated(state: State) -> None:
    old = state.postgres.query("select message from app.order_archive where position % 900 = 7")
    send(
        state,
        *(row[0].encode() for row in old),
        event("order-n1", 3, "paid", amount="30.00"),
        event("order-n2", 1, "placed", 2, customer="customer-n2"),
    )


def _gap(state: State) -> None:
    send(
        state,
        event("order-n1", 5, "refunded", amount="10.00"),
        event("order-n3", 2, "item_added", sku="sku-1", quantity=1, price="5.00"),
        event("order-n2", 6, "cancelled"),
        event("order-n2", 7, "paid", 2, amount=250),
    )


def _filled(state: State) -> None:
    send(
        state,
        event("order-n1", 4, "item_removed", sku="sku-1", quantity=1),
        event("order-n3", 1, "placed", customer="customer-n3"),
        event("order-n2", 5, "item_removed", sku="sku-9", quantity=1),
    )


def _corrected(state: State) -> None:
    new = {"sku": "sku-1", "quantity": 2, "price": 1250}
    send(
        state,
        event("order-n1", 6, "corrected", 2, event="order-n1/2", data=new),
        event("order-n1", 7, "corrected", event="order-n1/3", data={"amount": 3000}),
        event("order-n1", 8, "corrected", event="order-n1/9", data={"customer": "nobody"}),
        event("order-n4", 3, "corrected", event="order-n4/2", data=new | {"price": "7.00"}),
        event("order-n4", 1, "placed", customer="customer-n4"),
        event("order-n4", 2, "item_added", sku="sku-2", quantity=5, price="9.00"),
        event("order-n4", 5, "corrected", event="order-n4/1", data={"customer": "customer-n4b"}),
        event("order-n4", 4, "corrected", event="order-n4/1", data={"customer": "customer-n4a"}),
    )


def _cancelled(state: State) -> None:
    send(
        state,
        event("order-c1", 1, "placed", customer="customer-c"),
        event("order-c1", 2, "item_added", sku="sku-3", quantity=1, price="2.00"),
        event("order-c1", 3, "cancelled"),
        event("order-c1", 4, "item_added", 2, sku="sku-3", quantity=1, price=200),
        event("order-c2", 1, "placed", customer="customer-c"),
        event("order-c2", 2, "item_added", sku="sku-1", quantity=1, price="5.00"),
        event("order-c2", 3, "cancelled"),
        event("order-c2", 4, "item_added", sku="sku-1", quantity=1, price="6.00"),
        event("order-c2", 5, "reopened", 2),
    )


def _rounded(state: State) -> None:
    for number, (price, percent) in enumerate([("0.10", 5), ("1.30", 15), ("4.50", 7), ("0.50", 1), ("10.10", 33)]):
        order = f"order-r{number}"
        send(
            state,
            event(order, 1, "placed", customer="customer-r"),
            event(order, 2, "item_added", sku="sku-1", quantity=1, price=price),
            event(order, 3, "discounted", percent=50),
            event(order, 4, "discounted", percent=percent),
        )


def _odd(state: State) -> None:
    send(
        state,
        None,
        b"",
        b"[" * 100_000,
        b'{"id": "a\\u0000", "order": "order-o", "seq": 1, "type": "placed", "at": "2026-05-01T00:00:00Z", '
        b'"data": {"customer": "c"}}',
        event("order-o1", 1, "placed", customer=""),
        event("order-o1", 2, "paid", 2, amount="5.00"),
        event("order-o1", 3, "paid", amount="1e3"),
        event("order-o1", 4, "paid", amount="NaN"),
        event("order-o1", 5, "item_added", sku="sku-1", quantity=True, price="1.00"),
        event("order-o1", 6, "paid", amount="10000.01"),
        event("order-o1", 7, "item_removed", sku="sku-1", quantity=1_001),
        event("order-c2", 6, "discounted", percent=101),
        event("order-c2", 7, "paid", amount="1.00"),
        event("order-n4", 6, "corrected", event="order-n4/2", data={"sku": "a\0", "quantity": 1, "price": "1.00"}),
        event("order-n5", 1, "placed", customer="customer-n5"),
    )


@dataclass(frozen=True)
class Disturbed:
    """The results of killed and overlapping runs.

    Attributes:
        killed: The run after killed ones.
        codes: The exit codes of overlapping runs.
        overlapping: The run after these.
        tables: The tables after all runs.
        groups: The consumer groups that Kafka knows after all runs.
    """

    killed: Run
    codes: list[int]
    overlapping: Run
    tables: list[str]
    groups: list[str]


@cache
def disturbed(graded: Graded) -> Disturbed:
    """Kill runs that process many events, and then start several runs at the same time."""
    with graded.copy() as copy:
        for number, limit in enumerate((1, 3_000, 20_000, 60_000, 150_000)):
            send(copy, *many(f"k{number}", 300))
            run_killed(copy, limit)
        killed = _run(graded, copy)
        send(copy, *many("v", 600))
        codes = run_at_once(copy)
        return Disturbed(killed, codes, _run(graded, copy), tables(copy), groups(copy))


@dataclass(frozen=True)
class Rebuilt:
    """Runs of --rebuild, and a run after them.

    Attributes:
        repaired: A rebuild after somebody changed, deleted and added snapshots.
        again: Another rebuild.
        next: The run after it, without new messages.
    """

    repaired: Run
    again: Run
    next: Run


@cache
def rebuilt(graded: Graded) -> Rebuilt:
    """Rebuild damaged snapshots, rebuild once more, and run replay.py."""
    with graded.copy() as copy:
        _damage(copy)
        return Rebuilt(_run(graded, copy, REBUILD), _run(graded, copy, REBUILD), _run(graded, copy))


@dataclass(frozen=True)
class DisturbedRebuilds:
    """The results of killed rebuilds, and of runs during a rebuild.

    Attributes:
        killed: A rebuild after killed ones.
        codes: The exit codes of runs and a rebuild at the same time.
        overlapping: The run after these.
    """

    killed: Run
    codes: list[int]
    overlapping: Run


@cache
def disturbed_rebuilds(graded: Graded) -> DisturbedRebuilds:
    """Kill rebuilds, and start runs and a rebuild at the same time."""
    with graded.copy() as copy:
        for limit in (1, 500_000, 4_000_000):
            run_killed(copy, limit, "--rebuild")
        killed = _run(graded, copy, REBUILD)
        send(copy, *many("w", 200))
        codes = run_at_once(copy, "--rebuild")
        return DisturbedRebuilds(killed, codes, _run(graded, copy))


def _damage(state: State) -> None:
    state.postgres.execute(
        "update app.order_snapshots set total = total + 0.01 where order_id like '%7';"
        "update app.order_snapshots set changed_at = changed_at + interval '1 second' where order_id like '%18';"
        "delete from app.order_snapshots where order_id like '%42';"
        "insert into app.order_snapshots values ('order-x', 'customer-x', 'open', 1, 1, 0, 1, now());"
    )


@cache
def read_meanwhile(graded: Graded) -> tuple[dict[str, Any], list[str]]:
    """Query totals during a rebuild of damaged snapshots. Return the report, and the totals before and after it."""
    sql = "select count(*), sum(total), sum(paid), sum(items) from app.order_snapshots"
    with graded.copy() as copy:
        _damage(copy)
        before = str(copy.postgres.query(sql)[0])
        report = rebuild_while_reading(copy)
        return report, [before, str(copy.postgres.query(sql)[0])]


@cache
def first_runs(graded: Graded) -> tuple[Run, Run]:
    """Run replay.py on the starting data, and once more after new events."""
    with graded.copy(data="starting") as copy:
        first = _run(graded, copy)
        _few(copy)
        return first, _run(graded, copy)


@cache
def first_rebuild(graded: Graded) -> Run:
    """Run --rebuild on the starting data."""
    with graded.copy(data="starting") as copy:
        return _run(graded, copy, REBUILD)


@cache
def new_partition(graded: Graded) -> Run:
    """Add a partition with events, and run replay.py."""
    with graded.copy() as copy:
        add_partition(copy)
        send(copy, *many("p", 5), partition=6)
        return _run(graded, copy)


@dataclass(frozen=True)
class Outages:
    """Runs without Postgres and without Kafka, the checks without them, and the run after all of these."""

    postgres: Completed
    kafka: Completed
    check_postgres: Completed
    check_kafka: Completed
    next: Run


@cache
def outages(graded: Graded) -> Outages:
    """Send events, run without each of the services, and then run with both."""
    with graded.copy() as copy:
        _few(copy)
        postgres, kafka = (copy.run(env=env, timeout_sec=60) for env in (_NO_POSTGRES, _NO_KAFKA))
        check_postgres, check_kafka = (copy.run(CHECK, env=env, timeout_sec=60) for env in (_NO_POSTGRES, _NO_KAFKA))
        return Outages(postgres, kafka, check_postgres, check_kafka, _run(graded, copy))


@dataclass(frozen=True)
class Checks:
    """Runs of --check.

    Attributes:
        equal: The run while the snapshots are right.
        written: The number of rows that it wrote.
        damaged: The run after somebody changed, deleted and added snapshots.
        printed: The differences that it printed, in the form of `differing`.
        wanted: The differences at that time.
        behind: The run while events have not been processed yet, and whether the snapshots stayed as they were.
    """

    equal: Completed
    written: int
    damaged: Completed
    printed: set[Row]
    wanted: set[Row]
    behind: tuple[Completed, bool]


@cache
def checks(graded: Graded) -> Checks:
    """Run --check while the snapshots are right, damaged and behind."""
    with graded.copy() as copy:
        equal = _run(graded, copy, CHECK)
        _damage(copy)
        wanted = differing(table_rows(copy), table_rows(graded))
        damaged = copy.run(CHECK)
        copy.run(REBUILD)
        _few(copy)
        before = table_rows(copy)
        behind = copy.run(CHECK)
        return Checks(
            equal.completed,
            equal.written,
            damaged,
            printed_differences(damaged),
            wanted,
            (behind, before == table_rows(copy)),
        )


def tables(state: State | Graded) -> list[str]:
    """Return the tables of all schemas."""
    return [str(row[0]) for row in state.postgres.query(_TABLES)]


def rejected(state: State | Graded) -> list[Row]:
    """Return the partitions and positions in app.rejected_messages."""
    return state.postgres.query(_REJECTED)
