"""People and their accounts: merged accounts whose numbers are issued again, changed and reused addresses, requests."""

import json
import random
from datetime import UTC, datetime, timedelta
from typing import Any

PEOPLE = 6_000
READERS = 60
FIRST = ("mia", "ole", "ida", "jan", "eva", "tom", "lea", "max", "pia", "kai", "una", "rui")
LAST = ("berg", "lund", "vos", "haas", "moor", "klee", "daan", "rask", "holm", "silva", "brandt")
DOMAINS = ("example.org", "mail.example", "post.example")


def at(day: str) -> datetime:
    """Return the start of a day."""
    return datetime.fromisoformat(day).replace(tzinfo=UTC)


def address(n: int, is_old: bool = False) -> str:
    """Return the address of the n-th person, as this person types it."""
    first, last = FIRST[n % 12], LAST[n % 11]
    if is_old:
        return f"{first}{n}@old.example"
    if n % 40 == 39:
        return f"dr.{address(n - 1).lower()}"
    local = f"{first}.{last}{n}{'+larder' if n % 17 == 0 else ''}"
    return f"{local.title() if n % 5 == 0 else local}@{DOMAINS[n % 3]}"


def name(n: int) -> str:
    """Return the name of the n-th person."""
    return f"{FIRST[n % 12].title()} {LAST[n % 11].title()}"


def is_merged(n: int) -> bool:
    """Return whether the account of the n-th person was merged into another one of the same person."""
    return (n % 30 == 0 or n % 300 == 7) and 7 < n < PEOPLE - 30


def merged_into(n: int) -> int:
    """Return the person into whose account the account of the n-th person was merged. They are the same person."""
    return n + (11 if n % 300 == 7 else 7)


def changes_address(n: int) -> bool:
    """Return whether the n-th person changed the address."""
    return n % 11 == 0 and not is_merged(n)


def address_is_reused(n: int) -> bool:
    """Return whether the next person but one took the address that the n-th person gave up."""
    return n % 33 == 0 and changes_address(n) and n < PEOPLE - 2 and not is_merged(n + 2)


def changed_at(n: int) -> datetime:
    """Return when the n-th person changed the address."""
    return at("2025-07-01") + timedelta(days=n * 7 % 200, hours=n % 24)


def merged_at(n: int) -> datetime:
    """Return when the account of the n-th person was merged."""
    first, days = ("2025-12-02", n % 17) if n % 300 == 7 else ("2025-06-01", n * 13 % 180)
    return at(first) + timedelta(days=days, hours=9)


def issued_again_at(n: int) -> datetime | None:
    """Return when the number of a merged account was issued to somebody else."""
    return at("2026-01-10") + timedelta(days=n * 11 % 45, hours=7) if n % 60 == 0 or n % 300 == 7 else None


def accounts() -> list[dict[str, Any]]:
    """Return the accounts that exist now."""
    rows = []
    for n in range(1, PEOPLE):
        person, created = n, at("2023-01-01") + timedelta(days=n * 31 % 820, hours=n % 24)
        if is_merged(n):
            again = issued_again_at(n)
            if again is None:
                continue
            person, created = n + 100_000, again
        email = address(n - 2, is_old=True) if n > 2 and address_is_reused(n - 2) and person == n else address(person)
        deleted = at("2026-02-01") + timedelta(days=n % 60) if n % 71 == 3 else None
        rows.append(
            {
                "account_id": 1000 + n,
                "email": email,
                "name": name(person),
                "created_at": created,
                "deleted_at": deleted,
            }
        )
    return rows


def merges() -> list[dict[str, Any]]:
    """Return the merges, the oldest one first."""
    rows = [
        {"from_id": 1000 + n, "from_email": address(n), "into_id": 1000 + merged_into(n), "merged_at": merged_at(n)}
        for n in range(1, PEOPLE)
        if is_merged(n)
    ]
    return sorted(rows, key=lambda row: row["merged_at"])


def email_changes() -> list[dict[str, Any]]:
    """Return the changes of addresses, the oldest one first."""
    rows = []
    for n in range(1, PEOPLE):
        if changes_address(n):
            rows.append((n, address(n, is_old=True), address(n), changed_at(n)))
        if address_is_reused(n):
            rows.append((n + 2, address(n + 2), address(n, is_old=True), changed_at(n) + timedelta(days=20)))
    keys = ("account_id", "old_email", "new_email", "changed_at")
    return [dict(zip(keys, (1000 + row[0], *row[1:]), strict=True)) for row in sorted(rows, key=lambda row: row[3])]


def _is_special(n: int) -> bool:
    merged_into = n % 30 == 7 and n % 300 != 7
    return (merged_into and n % 4 == 3) or n % 300 == 18 or (n % 33 == 0 and n % 5 == 0) or (n % 60 == 0 and n % 9 == 0)


def _email_of(n: int, when: datetime) -> str:
    if changes_address(n) and not address_is_reused(n) and n % 2:
        return address(n, is_old=True).upper()
    person = n + 100_000 if is_merged(n) and n % 60 == 0 and when > at("2026-03-01") else n
    return address(n - 2, is_old=True) if n > 2 and address_is_reused(n - 2) else address(person)


def requests() -> list[dict[str, Any]]:
    """Return the requests. The old program has marked most of them as done."""
    rng, rows = random.Random(45), []
    for n in range(1, PEOPLE):
        if not (_is_special(n) or rng.random() < 0.02):
            continue
        if is_merged(n) and n % 60 != 0:
            continue
        when = at("2026-03-10") + timedelta(minutes=rng.randrange(130_000))
        rows.append((1000 + n, None, when) if rng.random() < 0.7 else (None, _email_of(n, when), when))
    rows += [(1000 + n, None, at("2025-05-15") + timedelta(hours=n)) for n in range(30, PEOPLE - 30, 420)]
    rows += [(None, f"Reader{k}@letters.example", at("2026-04-02") + timedelta(days=k)) for k in range(0, READERS, 5)]
    rows += [(number, email, when + timedelta(days=1)) for number, email, when in rows[::9]]  # people who asked twice
    result = []
    for number, (account_id, email, when) in enumerate(sorted(rows, key=lambda row: row[2]), 1):
        status = "withdrawn" if number % 20 == 3 else "done" if when < at("2026-05-20") else "open"
        done = when + timedelta(days=2) if status == "done" else None
        result.append((number, account_id, email, when, status, done))
    keys = ("request_id", "account_id", "email", "requested_at", "status", "completed_at")
    return [dict(zip(keys, row, strict=True)) for row in result]


def holds() -> list[dict[str, Any]]:
    """Return the legal holds: of people who want to be erased, of others, and of accounts before their merge."""
    rows = []
    for row in requests():
        number = row["request_id"]
        if row["account_id"] and number % 12 in (5, 6):
            released = at("2026-05-01") if number % 12 == 6 else None
            rows.append((row["account_id"], "dispute", at("2026-03-01"), released))
    rows += [(1000 + n, "tax audit", at("2025-05-20"), None) for n in range(180, PEOPLE - 30, 180)]
    rows += [(1000 + n, "dispute", at("2026-02-20"), None) for n in range(500, PEOPLE, 911) if not is_merged(n)]
    keys = ("hold_id", "account_id", "reason", "placed_at", "released_at")
    return [dict(zip(keys, (number, *row), strict=True)) for number, row in enumerate(rows, 1)]


def insert(services: Any, table: str, rows: list[dict[str, Any]]) -> None:
    """Insert rows into a table of Postgres."""
    columns = ", ".join(rows[0])
    text = json.dumps(rows, default=lambda value: value.isoformat())
    source = f"json_populate_recordset(null::{table}, %s)"
    sql = f"insert into {table} ({columns}) select {columns} from {source} returning 1"
    services.postgres.query(sql, [text])


def seed(services: Any) -> None:
    """Fill the tables of accounts and requests."""
    insert(services, "app.accounts", accounts())
    insert(services, "app.account_merges", merges())
    insert(services, "app.email_changes", email_changes())
    insert(services, "privacy.requests", requests())
    insert(services, "privacy.holds", holds())
