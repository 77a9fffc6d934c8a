"""What people did: recipes, comments, tickets, payments, events, and the files in archive/ and exports/."""

import gzip
import hashlib
import json
import random
import runpy
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

_people = runpy.run_path(str(Path(__file__).with_name("02_people.py")))
PEOPLE, READERS = _people["PEOPLE"], _people["READERS"]
START, DAYS = datetime(2025, 9, 1, tzinfo=UTC), 273
EVENTS = 80_000
TEXTS = ("Lovely with lemon.", "Needs 20 minutes more.", "My kids ate it all!", "Crème fraîche works too.")
COUNTRIES = ("DK", "BE", "FR", "AT")
CITIES = ("Aarhus", "Gent", "Lyon", "Graz")
rng = random.Random(20260610)


def number_at(n: int, when: datetime) -> int | None:
    """Return the number of the account that a person used at a time."""
    if n > 100_000:
        again = _people["issued_again_at"](n - 100_000)
        return 1000 + n - 100_000 if again and when >= again else None
    if not _people["is_merged"](n) or when < _people["merged_at"](n):
        return 1000 + n
    return number_at(_people["merged_into"](n), when)


def address_at(n: int, when: datetime) -> str:
    """Return the address that a person had at a time."""
    base, is_changed = _people["address"], when >= _people["changed_at"](n)
    if n < 100_000 and _people["changes_address"](n) and not is_changed:
        return str(base(n, is_old=True))
    takes_another = 2 < n < 100_000 and _people["address_is_reused"](n - 2)
    if takes_another and when >= _people["changed_at"](n - 2) + timedelta(days=20):
        return str(base(n - 2, is_old=True))
    return str(base(n))


def anybody(when: datetime) -> tuple[int, int]:
    """Return a random person and the number of the account at a time."""
    while True:
        n = rng.randrange(1, PEOPLE)
        if n % 60 == 0 and rng.random() < 0.5:
            n += 100_000
        number = number_at(n, when)
        if number is not None:
            return n, number


def moment() -> datetime:
    """Return a random time."""
    return START + timedelta(seconds=rng.randrange(DAYS * 86_400))


def mention(when: datetime) -> str:
    """Return somebody's address, as people write it."""
    address = address_at(anybody(when)[0], when)
    return rng.choice((address, address.lower(), address.upper(), address))


def sentence(when: datetime, share: float) -> str:
    """Return a text that sometimes contains an address."""
    text = rng.choice(TEXTS)
    return f"{text} Write to {mention(when)}, please." if rng.random() < share else text


def properties(kind: str, n: int, when: datetime) -> str:
    """Return the properties of an event, as apps write them."""
    address = address_at(n, when)
    if kind == "login":
        sent = address.replace("@", "\\u0040") if n % 3 == 0 else address
        return f'{{"email": "{sent}", "ip": "10.{n % 200}.{n % 31}.7"}}'
    if kind == "invite":
        to = mention(when)
        escaped = to.replace("@", "%40").replace("+", "%2B")
        return f'{{"to": "{to}", "link": "https://larder.example/join?to={escaped}"}}'
    if kind == "newsletter":
        return f'{{"email": "{address}"}}'
    return f'{{"path": "/recipes/{n % 5000}?u={address.replace("@", "%40")}"}}' if n % 4 == 0 else "{}"


def events() -> list[tuple[Any, ...]]:
    """Return all events in the order of their time."""
    rows = []
    for when in sorted(moment() for _ in range(EVENTS)):
        kind = rng.choice(("view", "view", "view", "save", "save", "login", "newsletter", "invite"))
        n, number = anybody(when)
        text = properties(kind, n, when)
        if kind == "newsletter" and rng.random() < 0.1:
            text = f'{{"email": "reader{rng.randrange(READERS)}@letters.example"}}'
        rows.append((len(rows) + 1, 0 if kind == "newsletter" else number, when, kind, text))
    return rows


def line(row: tuple[Any, ...]) -> str:
    """Return an event as a line of an archive."""
    event_id, number, when, kind, text = row
    start = f'{{"event_id": {event_id}, "account_id": {number}, "at": "{when:%Y-%m-%dT%H:%M:%SZ}"'
    return f'{start}, "kind": "{kind}", "properties": {text}}}'


def write_archives(folder: Path, rows: list[tuple[Any, ...]]) -> None:
    """Write the events of the mobile apps, a file for each month."""
    folder.mkdir(exist_ok=True)
    manifest = {}
    for month in ("2026-02", "2026-03", "2026-04", "2026-05"):
        lines = [line(row) for row in rows if row[0] % 8 == 0 and f"{row[2]:%Y-%m}" == month]
        packed = gzip.compress("".join(f"{text}\n" for text in lines).encode(), mtime=0)
        (folder / f"events-{month}.jsonl.gz").write_bytes(packed)
        manifest[f"events-{month}.jsonl.gz"] = {"lines": len(lines), "sha256": hashlib.sha256(packed).hexdigest()}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")


def write_exports(folder: Path) -> None:
    """Write lists that marketing has exported, with notes of several lines."""
    folder.mkdir(exist_ok=True)
    for day, ending in (("2025-08-01", ".csv.gz"), ("2026-03-01", ".csv.gz"), ("2026-05-04", ".csv")):
        when = _people["at"](day)
        text = "email,name,city,note\r\n"
        for n in range(3, PEOPLE, 7 if ending == ".csv" else 5):
            if number_at(n, when) is not None:
                note = '"likes ""soup"",\nand bread"' if n % 9 == 0 else f"see {mention(when)}" if n % 50 == 8 else ""
                text += f"{address_at(n, when)},{_people['name'](n)},{CITIES[n % 4]},{note}\r\n"
        text += "".join(f"reader{k}@letters.example,,Gent,\r\n" for k in range(READERS))
        data = text.encode()
        path = folder / f"newsletter-{day}{ending}"
        path.write_bytes(gzip.compress(data, mtime=0) if ending == ".csv.gz" else data)
    when = _people["at"]("2026-04-01")
    numbers = [n for n in range(1, PEOPLE, 6) if number_at(n, when) == 1000 + n]
    lines = [f"{1000 + n};{CITIES[n % 4]};{n * 7 % 90}\n" for n in numbers]
    (folder / "segments-2026-04-01.csv").write_text("account_id;city;score\n" + "".join(lines))


def fill_postgres(services: Any) -> None:
    """Fill the tables of what people wrote and paid."""
    insert, existing = _people["insert"], {row["account_id"]: row["name"] for row in _people["accounts"]()}
    last = START + timedelta(days=DAYS)

    def author() -> int:
        return int(anybody(last)[1])

    recipes = [(i, author(), f"Soup {i}", sentence(when := moment(), 0.1), when) for i in range(1, 5001)]
    comments = [(i, rng.randrange(1, 5001), author(), sentence(when := moment(), 0.15), when) for i in range(1, 14_001)]
    insert(services, "app.recipes", named("recipe_id account_id title body created_at", recipes))
    insert(services, "app.comments", named("comment_id recipe_id account_id body created_at", comments))
    invoices = []
    for i in range(1, 8001):
        n, number = anybody(when := moment())
        country, amount = rng.choice(COUNTRIES), rng.randrange(199, 9999) / 100
        invoices.append((i, number, _people["name"](n), address_at(n, when), country, amount, when))
    columns = "invoice_id account_id billing_name billing_email country amount billed_at"
    insert(services, "app.invoices", named(columns, invoices))
    tickets = []
    for i in range(1, 1801):
        n, number = anybody(when := moment())
        answer = {"by": "support", "text": f"Hello {existing.get(number, 'there')}!"}
        messages = [{"by": "customer", "text": sentence(when, 0.3)}, answer]
        sender = mention(when) if i % 9 == 0 else address_at(n, when).lower()
        payload = {"from": sender, "account": number, "messages": messages}
        if i % 3 == 0:
            payload = {"from": address_at(n, when).title(), "messages": messages}
        tickets.append((i, None if i % 3 == 0 else number, when, payload))
    insert(services, "app.tickets", named("ticket_id account_id opened_at payload", tickets))


def named(columns: str, rows: list[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """Return rows as dictionaries."""
    return [dict(zip(columns.split(), row, strict=True)) for row in rows]


def letters() -> list[tuple[Any, ...]]:
    """Return messages that could not be loaded: they are cut off, or their times are wrong."""
    rows = []
    for i in range(1, 1501):
        n, number = anybody(when := moment())
        kind = ("login", "invite", "newsletter", "view")[i % 4]
        text = line((900_000_000 + i, 0 if kind == "newsletter" else number, when, kind, properties(kind, n, when)))
        rows.append((i, when + timedelta(minutes=3), text[: -1 - i % 2], "unexpected end"))
    return rows


def fill_clickhouse(services: Any, rows: list[tuple[Any, ...]]) -> None:
    """Fill the raw tables, and older counts whose events are gone."""
    clickhouse = services.clickhouse
    clickhouse.insert("analytics.events", rows, ("event_id", "account_id", "at", "kind", "properties"))
    days = [(d, (START - timedelta(days=d)).date()) for d in range(1, 60)]
    old = [(day, kind, 700 + d) for d, day in days for kind in ("view", "save", "login")]
    clickhouse.insert("analytics.daily_counts", old, ("day", "kind", "events"))
    payments = []
    for i in range(1, 12_001):
        n, number = anybody(when := moment())
        plan, amount = rng.choice((("month", 4), ("month", 5), ("year", 39)))
        payments.append((i, number, address_at(n, when), when, rng.choice(COUNTRIES), plan, amount))
    columns = ("payment_id", "account_id", "email", "paid_at", "country", "plan", "amount")
    clickhouse.insert("analytics.payments", payments, columns)
    profiles = []
    for n in [*range(1, PEOPLE), *range(100_020, 100_000 + PEOPLE, 60)]:
        for when in (START - timedelta(days=120), START + timedelta(days=150 + n % 100)):
            number = number_at(n, when)
            if number is not None:
                profiles.append((number, address_at(n, when), _people["name"](n), when))
    for group in (profiles[::2], profiles[1::2]):
        clickhouse.insert("analytics.profiles", group, ("account_id", "email", "name", "updated_at"))
    searches = []
    for i in range(1, 12_001):
        when = moment()
        query = mention(when) if rng.random() < 0.06 else rng.choice(("soup", "rye bread", "mia"))
        searches.append((i, when, query, i % 40))
    clickhouse.insert("analytics.searches", searches, ("search_id", "at", "query", "results"))


def seed(services: Any) -> None:
    """Fill both databases and the folders with files."""
    rows = events()
    fill_postgres(services)
    _people["insert"](services, "ops.dead_letters", named("letter_id received_at payload error", letters()))
    fill_clickhouse(services, rows)
    write_archives(services.workspace / "archive", rows)
    write_exports(services.workspace / "exports")
