"""Read all tables and files of a state, and compute what they contain when the people who are due are erased."""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from _people import People, end_of

from headwater.grading import Graded, State

Rows = list[tuple[Any, ...]]
POSTGRES = {
    "accounts": "select account_id, email, name, created_at, deleted_at from app.accounts",
    "history": "select history_id, account_id, changed_at, before::text from app.account_history",
    "merges": "select merge_id, from_id, from_email, into_id, merged_at from app.account_merges",
    "changes": "select change_id, account_id, old_email, new_email, changed_at from app.email_changes",
    "recipes": "select recipe_id, account_id, title, body, created_at from app.recipes",
    "comments": "select comment_id, recipe_id, account_id, body, created_at from app.comments",
    "invoices": "select invoice_id, account_id, billing_name, billing_email, billed_at, country, amount"
    " from app.invoices",
    "tickets": "select ticket_id, account_id, payload->>'from', opened_at, payload::text from app.tickets",
    "letters": "select letter_id, received_at, payload, error from ops.dead_letters",
    "holds": "select hold_id, account_id, placed_at, released_at, reason from privacy.holds",
    "requests": "select request_id, account_id, email, requested_at, status from privacy.requests",
    "cards": "select account_id, name, email, recipes from app.author_cards",
}
CLICKHOUSE = {
    "events": "select event_id, account_id, at, kind, properties from analytics.events",
    "days": "select account_id, day, sum(events) from analytics.account_days group by account_id, day",
    "payments": "select payment_id, account_id, email, paid_at, country, plan, amount from analytics.payments",
    "profiles": "select account_id, email, name, updated_at from analytics.profiles final",
    "searches": "select search_id, at, query, results from analytics.searches",
    "counts": "select day, kind, sum(events) from analytics.daily_counts group by day, kind",
    "revenue": "select month, country, plan, sum(payments), sum(amount) from analytics.revenue"
    " group by month, country, plan",
}
FOLDERS = ("archive", "exports")
_LIMIT = 16 * 2**20


def files_of(state: State | Graded) -> dict[str, bytes]:
    """Return the regular files in archive/ and exports/, without following links."""
    root = state.workspace.folder if isinstance(state, Graded) else state.workspace_root
    found = {}
    for folder in FOLDERS:
        place = Path(root) / folder
        if place.is_symlink() or not place.is_dir():
            continue
        for path in sorted(place.iterdir()):
            if path.is_file() and not path.is_symlink() and path.stat().st_size < _LIMIT:
                found[f"{folder}/{path.name}"] = path.read_bytes()
    return found


def is_manifest(name: str) -> bool:
    """Return whether a file describes the archives."""
    return name.startswith("archive/") and Path(name).stem == "manifest"


def manifest_of(files: dict[str, bytes]) -> dict[str, Any]:
    """Return the description of the archives, or an empty one if it cannot be read."""
    data = next((data for name, data in files.items() if is_manifest(name)), b"")
    try:
        found = json.loads(data)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def described(name: str, data: bytes) -> dict[str, Any]:
    """Return what the manifest says about an archive."""
    return {"lines": len(text_of(name, data).splitlines()), "sha256": hashlib.sha256(data).hexdigest()}


def text_of(name: str, data: bytes) -> str:
    """Return the text of a file, or an empty text if it is damaged."""
    try:
        return (gzip.decompress(data) if name.endswith(".gz") else data).decode()
    except (OSError, EOFError, ValueError):
        return ""


@dataclass(frozen=True)
class Snapshot:
    """The tables and files of a state."""

    tables: dict[str, Rows]
    files: dict[str, bytes]


def tables_of(state: State | Graded) -> dict[str, Rows]:
    """Return the rows of all tables."""
    tables = {name: state.postgres.query(sql) for name, sql in POSTGRES.items()}
    return tables | {name: state.clickhouse.query(sql) for name, sql in CLICKHOUSE.items()}


def snapshot_of(state: State | Graded) -> Snapshot:
    """Return all tables and files."""
    return Snapshot(tables_of(state), files_of(state))


def updated(base: Snapshot, state: State) -> Snapshot:
    """Return a snapshot after a check has changed requests, holds and accounts, without reading the other tables."""
    fresh = {name: state.postgres.query(POSTGRES[name]) for name in ("requests", "holds", "accounts")}
    return Snapshot(base.tables | fresh, base.files)


def expected(tables: dict[str, Rows], people: People) -> dict[str, Rows]:
    """Return the rows that tables have after the people who are due are erased."""
    wanted = {name: _CHANGES[name](rows, people) if name in _CHANGES else rows for name, rows in tables.items()}
    recipes = Counter(row[1] for row in wanted["recipes"])
    wanted["cards"] = [(row[0], row[2], row[1], recipes[row[0]]) for row in wanted["accounts"] if recipes[row[0]]]
    return wanted


def _kept(number: int, when: int) -> Callable[[Rows, People], Rows]:
    return lambda rows, people: [row for row in rows if not people.is_due(row[number], None, row[when])]


def _now(number: int) -> datetime:
    del number
    return datetime(2100, 1, 1, tzinfo=UTC)


def _accounts(rows: Rows, people: People) -> Rows:
    return [row for row in rows if people.number(row[0], _now(row[0])) not in people.due]


def _recipes(rows: Rows, people: People) -> Rows:
    return [
        (row[0], None, "[erased]", "[erased]", row[4])
        if row[1] and people.number(row[1], _now(row[1])) in people.due
        else (*row[:2], people.redacted(row[2], row[4]), people.redacted(row[3], row[4]), row[4])
        for row in rows
    ]


def _comments(rows: Rows, people: People) -> Rows:
    return [
        (*row[:2], None, "[erased]", row[4])
        if row[2] and people.number(row[2], _now(row[2])) in people.due
        else (*row[:3], people.redacted(row[3], row[4]), row[4])
        for row in rows
    ]


def _invoices(rows: Rows, people: People) -> Rows:
    return [(row[0], None, None, None, *row[4:]) if people.is_due(row[1], None, row[4]) else row for row in rows]


def _tickets(rows: Rows, people: People) -> Rows:
    kept = [row for row in rows if not people.is_due(row[1], row[2], row[3])]
    return [(*row[:2], people.redacted(row[2], row[3]), row[3], people.redacted(row[4], row[3])) for row in kept]


def _letters(rows: Rows, people: People) -> Rows:
    kept = []
    for row in rows:
        number, address = re.search(r'"account_id": (\d+)', row[2]), re.search(r'"email": "([^"]+)"', row[2])
        if not people.is_due(int(number[1]) if number else None, address[1] if address else None, row[1]):
            kept.append((*row[:2], people.redacted(row[2], row[1]), row[3]))
    return kept


def _requests(rows: Rows, people: People) -> Rows:
    changed = []
    for row in rows:
        person, status = people.requests.get(row[0]), row[4]
        if person in people.due:
            changed.append((row[0], None, None, row[3], "done" if status != "withdrawn" else status))
        else:
            is_held = person in people.held and status != "withdrawn"
            changed.append((*row[:4], "held" if is_held else status))
    return changed


def is_event_due(number: int, properties: Any, when: datetime, people: People) -> bool:
    """Return whether an event is about a person who is due."""
    return people.is_due(number, properties.get("email") if not number else None, when)


def _events(rows: Rows, people: People) -> Rows:
    kept = []
    for row in rows:
        if not is_event_due(row[1], json.loads(row[4]) if not row[1] else {}, row[2], people):
            text = people.redacted(row[4], row[2]) if row[4] != "{}" else row[4]
            kept.append((*row[:4], text))
    return kept


def _payments(rows: Rows, people: People) -> Rows:
    return [(row[0], 0, "", *row[3:]) if people.is_due(row[1], None, row[3]) else row for row in rows]


def _searches(rows: Rows, people: People) -> Rows:
    return [(*row[:2], people.redacted(row[2], row[1]), row[3]) for row in rows]


_CHANGES: dict[str, Callable[[Rows, People], Rows]] = {
    "accounts": _accounts,
    "history": _kept(1, 2),
    "merges": _kept(1, 4),
    "changes": _kept(1, 4),
    "recipes": _recipes,
    "comments": _comments,
    "invoices": _invoices,
    "tickets": _tickets,
    "letters": _letters,
    "holds": _kept(1, 2),
    "requests": _requests,
    "events": _events,
    "days": lambda rows, people: [row for row in rows if not people.is_due(row[0], None, end_of(row[1]))],
    "payments": _payments,
    "profiles": _kept(0, 3),
    "searches": _searches,
}


def expected_file(name: str, data: bytes, people: People) -> str:
    """Return the text of a file after the people who are due are erased."""
    text = text_of(name, data)
    if name.endswith(".jsonl.gz"):
        return "".join(_event_line(line, people) for line in text.split("\n") if line)
    if not name.startswith("exports/"):
        return text
    when = datetime.fromisoformat(re.findall(r"\d{4}-\d\d-\d\d", name)[0]).replace(tzinfo=UTC)
    header, *records = re.findall(r'(?:"[^"]*"|[^"\n])*\n', text)
    split = ";" if ";" in header else ","
    kept = [header]
    for record in records:
        row = dict(zip(header.strip().split(split), next(csv.reader([record], delimiter=split)), strict=False))
        number = int(row["account_id"]) if "account_id" in row else None
        if not people.is_due(number, row.get("email"), when):
            kept.append(people.redacted(record, when))
    return "".join(kept)


def _event_line(line: str, people: People) -> str:
    event = json.loads(line)
    when = datetime.fromisoformat(event["at"].replace("Z", "+00:00"))
    if is_event_due(event["account_id"], event["properties"], when, people):
        return ""
    return people.redacted(line, when) + "\n"
