"""Write the subscriptions with their audit trail, and what earlier releases of the service sent to the topic.

The first release sent an event before its transaction committed, the second one after it, and the third either way.
Programs of others have never sent anything.
"""

import hashlib
import json
import uuid
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from headwater.services import Message

TOPIC, PARTITIONS = "subscriptions", 6
SUBSCRIPTIONS, ACCOUNTS = 3_500, 250
OLD = 2_400  # subscriptions that are older than the topic
PRICES = {"solo": 900, "team": 1900, "business": 3450, "campus": 425}
PLANS = tuple(PRICES)
FIRST = datetime(2025, 1, 1, tzinfo=UTC)
CREATED = datetime(2026, 3, 1, tzinfo=UTC)
SCHEMA_3 = datetime(2026, 4, 20, 6, tzinfo=UTC)
RELEASE_3 = datetime(2026, 5, 18, 6, tzinfo=UTC)
END = datetime(2026, 6, 17, tzinfo=UTC)
BROKER_AWAY = (datetime(2026, 4, 3, 4, tzinfo=UTC), datetime(2026, 4, 3, 22, tzinfo=UTC))
BY_HAND = (datetime(2026, 5, 2, tzinfo=UTC), datetime(2026, 5, 12, tzinfo=UTC))
AT_HAND = datetime(2026, 5, 12, 8, tzinfo=UTC)  # when the lost events of these days were sent by hand
MOVES = {101: (102, 40), 200: (201, 80), 166: (12, 104)}  # account -> the account it became, and on which day
TERMS = ("", "", "", "", "net 30", "Zahlbar in 14 Tagen", 'see "frame contract" \\ 7', "条件は別紙\nを参照", "30 % off")


@dataclass(frozen=True)
class Change:
    """A version of a subscription, as audit.changes has it; `before` is the mrr of the version before."""

    sub: int
    version: int
    kind: str
    account: str
    plan: str
    seats: int
    status: str
    trial_ends: datetime | None
    terms: str
    at: datetime
    before: int = 0

    @property
    def mrr(self) -> int:
        return self.seats * PRICES[self.plan] if self.status == "active" else 0

    @property
    def is_by_service(self) -> bool:
        """Whether service.py made the change, and not another program."""
        return not (self.kind == "expired" or self.at.microsecond == 770_077)

    @property
    def event_id(self) -> str:
        return identity("event", self.sub, self.version)

    @property
    def trial_day(self) -> str | None:
        return self.trial_ends and self.trial_ends.date().isoformat()


def mixed(*numbers: int) -> int:
    """Return a number that depends on others without an apparent pattern."""
    return zlib.crc32(repr(numbers).encode())


def identity(*parts: Any) -> str:
    """Return a version 4 UUID that depends on the parts."""
    return str(uuid.UUID(bytes=hashlib.md5(repr(parts).encode()).digest(), version=4))


def moment(first: datetime, last: datetime, *numbers: int) -> datetime:
    """Return a time between two others."""
    share = mixed(*numbers) / 2**32
    at = first + (last - first) * share
    return at if at.microsecond != 770_077 else at + timedelta(microseconds=1)


def following(last: Change, at: datetime, **values: Any) -> Change:
    """Return the next version of a subscription."""
    return replace(last, version=last.version + 1, at=at, before=last.mrr, **{"kind": "changed", **values})


def altered(last: Change, at: datetime, seed: int) -> Change:
    """Return the change that a command would make."""
    chance = mixed(last.sub, last.version, seed)
    if chance % 17 == 0 and last.status == "active":
        return following(last, at, status="cancelled", kind="cancelled")
    if chance % 5 == 1:
        return following(last, at, plan=PLANS[(PLANS.index(last.plan) + 1 + chance // 7 % 3) % 4])
    if chance % 11 == 2:
        return following(last, at, terms=TERMS[4 + chance // 13 % 5] + f" ({chance % 97})")
    return following(last, at, seats=1 + (last.seats + chance // 19 % 23) % 48)


def chain(number: int) -> list[Change]:
    """Return all versions of a subscription."""
    opened = moment(FIRST, CREATED, number, 1) if number < OLD else moment(CREATED, END - timedelta(days=1), number, 1)
    is_trial = mixed(number, 2) % 3 == 0
    ends = opened.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=14) if is_trial else None
    account = f"acc-{1 + mixed(number, 3) % ACCOUNTS}"
    plan, seats = PLANS[mixed(number, 4) % 4], 1 + mixed(number, 5) % 40
    status, terms = "trial" if is_trial else "active", TERMS[mixed(number, 6) % len(TERMS)]
    versions = [Change(number + 3_000, 1, "opened", account, plan, seats, status, ends, terms, opened)]
    start = opened
    if ends is not None and ends + timedelta(days=1) < END:
        night = ends + timedelta(days=1, hours=2, minutes=30, microseconds=mixed(number, 7) % 900_000)
        if mixed(number, 8) % 7 == 0:
            versions.append(following(versions[-1], night, status="expired", kind="expired"))
            return versions
        start = moment(opened + timedelta(hours=1), ends, number, 9)
        versions.append(following(versions[-1], start, status="active"))
    if versions[-1].status == "trial":
        return versions
    first = start + timedelta(minutes=30)
    times = sorted(moment(first, END, number, 10, place) for place in range(mixed(number, 11) % 6))
    return with_changes(versions, times)


def with_changes(versions: list[Change], times: list[datetime]) -> list[Change]:
    """Append changes at the given times, and the move of the account if it merged."""
    number = int(versions[0].account[4:])
    becomes, day = MOVES.get(number, (0, 0))
    moved_at = CREATED + timedelta(days=day, hours=11, microseconds=770_077) if becomes else None
    if moved_at and versions[-1].at < moved_at:
        times = sorted([*times, moved_at])
    elif moved_at:
        versions = [replace(each, account=f"acc-{becomes}") for each in versions]
    for at in times:
        if at == moved_at:
            versions.append(following(versions[-1], at, account=f"acc-{becomes}"))
        elif versions[-1].status == "active":
            versions.append(altered(versions[-1], at, 12))
    return versions


def iso(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def message(change: Change, event: str, sent: datetime, source: str = "") -> Message:
    """Return the message of a change in the schema of the time at which it was sent."""
    key = f"sub-{change.sub}".encode()
    if sent < SCHEMA_3:
        body = {"id": event, "sub": change.sub, "v": change.version, "kind": change.kind}
        body |= {"ts": int(change.at.timestamp() * 1000), "account": change.account, "plan": change.plan}
        body |= {"seats": change.seats, "status": change.status, "trial_ends": change.trial_day, "terms": change.terms}
        body |= {"mrr_cents": change.mrr, "delta_cents": 0 if change.kind == "snapshot" else change.mrr - change.before}
        return Message(json.dumps(body).encode(), key, {"schema": b"2"})
    body = {"subscription": f"sub-{change.sub}", "version": change.version, "type": change.kind}
    body |= {"occurred_at": iso(change.at), "state": state(change), "mrr_delta": amount(change.mrr - change.before)}
    return Message(json.dumps(body, ensure_ascii=False).encode(), key, headers(event, change.kind, sent, source))


def headers(event: str, kind: str, sent: datetime, source: str = "") -> dict[str, bytes]:
    names = {"event-id": event, "type": kind, "schema": "3", "sent-at": iso(sent)}
    names |= {"source": source} if source else {}
    return {name: value.encode() for name, value in names.items()}


def amount(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def state(change: Change) -> dict[str, Any]:
    names = ("account", "plan", "seats", "status")
    values = {name: getattr(change, name) for name in names}
    return values | {"trial_ends": change.trial_day, "terms": change.terms, "mrr": amount(change.mrr)}


def void(event: str, last: Change | None, sub: int, sent: datetime) -> Message:
    """Return the message that takes an event back, as it was sent by hand."""
    body = {"subscription": f"sub-{sub}", "version": last.version if last else 0, "type": "voided"}
    body |= {"occurred_at": iso(sent), "voids": event, "state": state(last) if last else None}
    value = json.dumps(body, ensure_ascii=False).encode()
    return Message(value, f"sub-{sub}".encode(), headers(identity("void", event), "voided", sent, "backfill"))


Sent = tuple[datetime, Message]


def own_id(change: Change) -> str:
    """Return the id under which the service sends a change."""
    return change.event_id if change.at >= SCHEMA_3 else identity("publisher", change.sub, change.version)


def is_lost(change: Change, chance: int) -> bool:
    """Whether the event of a change was lost when it happened."""
    if not change.is_by_service or BROKER_AWAY[0] <= change.at < BROKER_AWAY[1]:
        return True
    if SCHEMA_3 <= change.at < RELEASE_3:
        return chance < 16 or (BY_HAND[0] <= change.at < BY_HAND[1] and chance < 60)
    return change.at >= RELEASE_3 and change.kind == "opened" and chance < 30


def failed(change: Change, at: datetime, place: int, versions: list[Change]) -> Iterator[Sent]:
    """Yield the event of a transaction that failed after it was sent, and perhaps what voids it."""
    event = identity("failed", change.sub, change.version, place)
    yield at, message(replace(change, at=at), event, at)
    if BY_HAND[0] <= at < BY_HAND[1] and mixed(change.sub, 31) % 2:
        known = [each for each in versions if each.at < AT_HAND]
        yield AT_HAND + timedelta(minutes=40), void(event, known[-1] if known else None, change.sub, AT_HAND)


def sendings(versions: list[Change]) -> Iterator[Sent]:
    """Yield all messages about a subscription."""
    before = [each for each in versions if each.at < CREATED]
    if before:
        at = CREATED + timedelta(seconds=1)
        snapshot = replace(before[-1], kind="snapshot", at=at)
        yield at, message(snapshot, identity("snapshot", snapshot.sub), at)
    for place, change in enumerate(versions):
        if change.at < CREATED:
            continue
        last = versions[place - 1] if place else None
        later = versions[place + 1].at if place + 1 < len(versions) else END
        yield from sendings_of(change, last, later, versions)
    last = versions[-1]
    if mixed(last.sub, 32) % 104 == 0 and last.status == "active":
        at = moment(max(last.at, CREATED) + timedelta(minutes=1), END, last.sub, 33)
        if not SCHEMA_3 <= at < BY_HAND[0]:
            yield from failed(altered(last, at, 34), at, 2, versions)


def sendings_of(change: Change, last: Change | None, later: datetime, versions: list[Change]) -> Iterator[Sent]:
    """Yield the messages that a change caused."""
    chance = mixed(change.sub, change.version, 35) % 400
    is_first, is_third = change.at < SCHEMA_3, change.at >= RELEASE_3
    sent, event = change.at + timedelta(milliseconds=3), own_id(change)
    if is_lost(change, chance):
        if BY_HAND[0] <= change.at < BY_HAND[1] and change.is_by_service:
            at = AT_HAND + timedelta(milliseconds=change.version)
            yield at, message(change, identity("by hand", change.sub, change.version), at, "backfill")
    elif 100 <= chance < 104 and later - sent > timedelta(minutes=5):  # another process overtakes
        yield later + timedelta(seconds=2), message(change, event, max(sent, change.at))
    elif is_third and last and 104 <= chance < 109:
        pass  # the retry of a failed transaction was not sent, see below
    else:
        yield sent, message(change, event, sent)
        if BY_HAND[0] <= change.at < BY_HAND[1] and 80 <= chance < 84:  # voided by mistake
            known = [each for each in versions if each.at < AT_HAND]
            yield AT_HAND + timedelta(minutes=45), void(event, known[-1], change.sub, AT_HAND)
    if 110 <= chance < 116:
        yield sent + timedelta(seconds=2), message(change, event, sent)  # sent again
    elif 116 <= chance < 119 or (BY_HAND[0] <= change.at < BY_HAND[1] and chance in (70, 71, 72)):
        at = AT_HAND if chance < 100 else sent + timedelta(seconds=5)  # sent again under another id
        yield at, message(change, identity("again", change.sub, change.version), at, "backfill" if chance < 100 else "")
    is_failing = (is_first or is_third) and last and last.status == "active" and change.is_by_service
    if is_failing and (120 <= chance < 126 or 104 <= chance < 109) and change.at - last.at > timedelta(minutes=10):
        at = change.at - timedelta(seconds=40)
        other = altered(last, at, 36) if chance % 3 else replace(change, at=at)
        yield from failed(other, at, 1, versions)


def never_opened(number: int) -> Iterator[Sent]:
    """Yield the event of a subscription whose transaction failed, from the first or the third release."""
    at = moment(CREATED, SCHEMA_3, number, 40) if number % 2 else moment(RELEASE_3, END, number, 40)
    sub = 3_000 + SUBSCRIPTIONS + number
    change = Change(sub, 1, "opened", f"acc-{1 + number}", PLANS[number % 4], 1 + number, "active", None, "", at)
    yield from failed(change, at, 3, [])


def insert(services: Any, table: str, columns: dict[str, str], rows: list[tuple[Any, ...]]) -> None:
    """Insert rows into a table of Postgres."""
    arrays = ", ".join(f"%s::{kind}[]" for kind in columns.values())
    sql = f"insert into {table} ({', '.join(columns)}) select * from unnest({arrays}) returning 1"
    for first in range(0, len(rows), 50_000):
        services.postgres.query(sql, [list(column) for column in zip(*rows[first : first + 50_000], strict=True)])


COLUMNS = {"version": "int", "account": "text", "plan": "text", "seats": "int", "status": "text", "trial_ends": "date"}
COLUMNS |= {"terms": "text", "mrr": "numeric"}


def columns_of(change: Change) -> tuple[Any, ...]:
    day = change.trial_ends.date() if change.trial_ends else None
    values = (change.version, change.account, change.plan, change.seats, change.status, day, change.terms)
    return (*values, amount(change.mrr))


def seed(services: Any) -> None:
    """Fill Postgres and the topic."""
    chains = [chain(number) for number in range(SUBSCRIPTIONS)]
    sent = [each for versions in chains for each in sendings(versions)]
    sent += [each for number in range(30) for each in never_opened(number)]
    for number in range(7):
        probe = Message(b"ping" if number % 2 else b'{"test": true}', b"probe")
        sent.append((CREATED + timedelta(days=15 * number), probe))
    sent.sort(key=lambda each: each[0])
    services.kafka.create_topic(TOPIC, PARTITIONS)
    for first in range(0, len(sent), 50_000):
        services.kafka.produce(TOPIC, [each for _, each in sent[first : first + 50_000]])
    accounts = [(f"acc-{number}", 5_000) for number in range(1, ACCOUNTS + 1)]
    insert(services, "app.accounts", {"account": "text", "seat_limit": "int"}, accounts)
    latest = [(versions[-1].sub, *columns_of(versions[-1]), versions[-1].at) for versions in chains]
    insert(services, "app.subscriptions", {"id": "bigint"} | COLUMNS | {"updated_at": "timestamptz"}, latest)
    every = sorted((each for versions in chains for each in versions), key=lambda each: each.at)
    rows = [
        (each.sub, each.kind, *columns_of(each), each.at, each.event_id if each.at >= SCHEMA_3 else None)
        for each in every
    ]
    names = {"subscription": "bigint", "kind": "text"} | COLUMNS | {"changed_at": "timestamptz", "event_id": "uuid"}
    insert(services, "audit.changes", names, rows)
    for table, column in (("app.subscriptions", "id"), ("audit.changes", "change")):
        restart = f"select setval(pg_get_serial_sequence('{table}', '{column}'), 200000)"
        services.postgres.query(restart)
