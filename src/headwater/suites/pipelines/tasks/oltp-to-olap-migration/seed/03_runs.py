"""Fill ClickHouse like the past runs of the loading programs, and then change some of the copied sales in Postgres."""

import random
from datetime import UTC, datetime, timedelta
from decimal import Decimal

SEEN = """
    select sale_id, customer_id, product, coalesce(country, ''), amount::float, currency, sold_at, status,
        coalesce(refunded, 0)::float, replace(coalesce(note, ''), E'\\n', ' '), %s::timestamptz, 'sync'
    from app.sales where updated_at > %s and updated_at <= %s order by updated_at, sale_id
"""
COLUMNS = [
    *("sale_id", "customer_id", "product", "country", "amount", "currency"),
    *("sold_at", "status", "refunded", "note", "loaded_at", "loaded_by"),
]
RUNS = (
    ("2025-08-31", "2025-12-31 23:00:00+00"),
    ("2025-12-31 23:00:00+00", "2026-03-10 00:00:00+00"),
    ("2026-02-20 00:00:00+00", "2026-03-20 00:00:00+00"),
    ("2026-03-21 12:00:00+00", "2026-09-30 00:00:00+00"),
)
LATER = (
    "select app.refund(sale_id, round(amount / 2, 2)) from app.sales where sale_id % 23 = 4 and status = 'paid'",
    "update app.refunds set refunded_at = '2026-10-25 06:00:00+00' where sale_id > 50000",
    "update app.sales set sold_at = sold_at - interval '31 days' where sale_id % 900 = 5 and sold_at >= '2025-11-15'",
    "update app.sales set country = 'LI' where country = 'CH' and sale_id % 4 = 1",
    "delete from app.sales where sale_id % 211 = 7",
    "update app.sales_deleted set deleted_at = '2026-10-26 09:00:00+00' where sale_id > 50000",
)
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
MOVED = datetime(2024, 7, 8, 18, tzinfo=UTC)
NET = datetime(2024, 12, 1, 2, tzinfo=UTC)
RELOADED = datetime(2024, 12, 5, 21, tzinfo=UTC)
GROSS = datetime(2025, 7, 1, 2, tzinfo=UTC)
CORRECTED = datetime(2025, 8, 29, tzinfo=UTC)
CLOSED = 20_000


def seed(services) -> None:  # noqa: ANN001 - the stack of services
    """Load the closed months and then the others as the programs did, and then change sales in Postgres."""
    postgres, clickhouse = services.postgres, services.clickhouse
    close_months(postgres.app, clickhouse)
    for first, last in RUNS:
        rows = [list(row) for row in postgres.query(SEEN, [last, first, last])]
        clickhouse.insert("analytics.sales", rows, COLUMNS)
        clickhouse.execute(f"insert into analytics.sync_state values ('{last[:19]}')")
    for statement in LATER:
        postgres.app.execute(statement)
    postgres.app.execute("analyze")
    clickhouse.execute("optimize table analytics.sales final")


def close_months(postgres, clickhouse) -> None:  # noqa: ANN001
    """Write the sales of the closed months to ClickHouse, and what Postgres still knows about them."""
    loads, deleted, refunds, closings = [], [], [], {}
    chance = random.Random(16)
    for number in range(1, CLOSED + 1):
        sale = Sale(number, chance)
        loads += sale.loads()
        deleted += [f"({number}, '{moment}')" for moment in sale.deleted]
        refunds += [f"({number}, {amount}, '{moment}')" for moment, amount in sale.refunds]
        if not sale.deleted or sale.came_back:
            key = f"{sale.sold_at:%Y-%m}-01", sale.currency
            count, amount, refunded = closings.get(key, (0, Decimal(0), Decimal(0)))
            closings[key] = count + 1, amount + sale.amount, refunded + sale.refunded_until(None)
    lines = [f"('{month}', '{name}', {', '.join(map(str, sums))})" for (month, name), sums in sorted(closings.items())]
    loads += [
        [number, 1, "Book 1", "AT", 9.5, "EUR", CORRECTED + number * SECOND, "paid", 0.0, "", CORRECTED + DAY, "sync"]
        for number in range(40_001, 40_013)
    ]
    postgres.execute(f"insert into app.sales_deleted (sale_id, deleted_at) values {', '.join(deleted)}")
    postgres.execute(f"insert into app.refunds values {', '.join(refunds)}")
    postgres.execute(f"insert into app.closings values {', '.join(lines)}")
    for start in range(0, len(loads), 20_000):
        clickhouse.insert("analytics.sales", loads[start : start + 20_000], COLUMNS)


class Sale:
    """A sale of a closed month, with what happened to it."""

    def __init__(self, number: int, chance: random.Random) -> None:
        self.number = number
        self.customer = 417 if chance.random() < 0.0025 else chance.randint(1, 9000)
        self.product = f"Book {chance.randint(0, 399)}"
        self.country = chance.choice([None, "AT", "CH", "FI", "DE", "DE", "DE"])
        self.currency = chance.choice(["EUR", "EUR", "EUR", "CHF"])
        self.amount = Decimal(chance.randint(99, 9098)) / 100
        if chance.random() < 0.0002:
            self.amount += 700_000_000_000
        self.sold_at = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(seconds=2620 * number + chance.randint(0, 2500))
        self.status = "test" if number % 31 == 0 else "paid"
        self.deleted = [self.sold_at + 5.5 * DAY] if number % 211 == 7 else []
        self.came_back = bool(self.deleted) and number % 2 == 1 and self.sold_at + 8 * DAY > NET
        self.refunds: list[tuple[datetime, Decimal]] = []
        if number % 23 == 4 and self.status == "paid" and not self.deleted:
            self.refunds.append((self.sold_at + 10 * DAY, round(self.amount / 3, 2)))
            if number % 2 == 0:
                self.refunds.append((self.sold_at + 40 * DAY, round(self.amount / 5, 2)))

    def refunded_until(self, moment: datetime | None) -> Decimal:
        return sum((amount for at, amount in self.refunds if not moment or at < moment), Decimal(0))

    def loads(self) -> list[list[object]]:
        """Return the rows that the programs wrote for this sale."""
        moments = [_loaded(self.sold_at)]
        is_october = f"{self.sold_at:%Y-%m}" == "2024-10"
        if is_october and self.number % 9 == 0:
            moments = []
        if is_october and not self.deleted:
            moments.append(RELOADED)
        if self.number % 6 == 0 and not self.deleted:
            moments += [moment for moment in [_loaded(self.sold_at + 20 * DAY)] if moment >= NET]
        if self.came_back:
            moments.append(_loaded(self.sold_at + 8 * DAY))
        if "2025-07-10" <= f"{self.sold_at:%Y-%m-%d}" < "2025-07-20" and not self.deleted:
            moments.append(datetime(2025, 7, 20, 3, tzinfo=UTC))
        rows = [self._row(moment) for moment in moments]
        if self.came_back:
            self.amount += 1
            rows[-1] = self._row(moments[-1])
        return rows * 2 if f"{self.sold_at:%Y-%m-%d}" == "2025-02-09" else rows

    def _row(self, moment: datetime) -> list[object]:
        refunded, amount, sold_at = self.refunded_until(moment), self.amount, self.sold_at
        unknown, program = "", "load_1" if moment < NET else "load_2" if moment < GROSS else "sync"
        if moment == RELOADED:
            program = "reload"
        elif program == "load_1":
            unknown, amount, refunded = "unknown", amount * 100, refunded * 100
            sold_at += timedelta(hours=_vienna(sold_at)) if moment < MOVED else timedelta(0)
        elif program == "load_2":
            amount -= refunded
        status = "refunded" if refunded else self.status
        values = self.country or unknown, float(amount), self.currency, sold_at, status, float(refunded), "", moment
        return [self.number, self.customer, self.product, *values, program]


def _loaded(changed: datetime) -> datetime:
    """Return when the programs loaded a change: at two o'clock, and every five minutes since July 2025."""
    if changed >= GROSS:
        return changed.replace(second=0) + timedelta(minutes=5)
    return (changed - timedelta(hours=2)).replace(hour=2, minute=0, second=0) + DAY


def _vienna(moment: datetime) -> int:
    return 2 if datetime(2024, 3, 31, 1, tzinfo=UTC) <= moment < datetime(2024, 10, 27, 1, tzinfo=UTC) else 1
