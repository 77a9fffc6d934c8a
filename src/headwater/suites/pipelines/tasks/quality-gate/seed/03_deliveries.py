"""Deliver ten days of batches; release 2.3 judged those up to the morning of day nine, and 2.4 accepted the others."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

START, END = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 3, 10, 18, tzinfo=UTC)
RELEASE = datetime(2026, 3, 9, 6, tzinfo=UTC)
NEW_FIELDS = datetime(2026, 3, 9, 12, tzinfo=UTC)
RULES = ("identity", "duplicates", "schema", "freshness", "volume", "completeness")
# Per network: lines in the noon file, maximum line age in hours, and the UTC offset, in minutes, of its timestamps.
NETWORKS = {"northlight": (64, 48, 0), "pinewave": (90, 48, 60), "mobira": (52, 96, -300), "quickbid": (110, 24, 0)}

Line = dict[str, Any]


@dataclass
class Batch:
    """A delivery, and the violations and first line per rule that release 2.3 found; some were accepted by hand."""

    network: str
    hour: datetime
    delivered_at: datetime
    lines: list[Any]
    declared: int = 0
    found: dict[str, tuple[int, int]] = field(default_factory=dict)
    by_hand: bool = False


def mixed(number: int) -> int:
    """Return a pseudorandom number below 2**31 that depends only on the argument (splitmix)."""
    value = (number + 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    value = (value ^ value >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
    return (value ^ value >> 31) & 0x7FFFFFFF


def moment(at: datetime, offset: int) -> str:
    """Format a time as a network does."""
    if offset == 0:
        return at.strftime("%Y-%m-%dT%H:%M:%SZ")
    local = (at + timedelta(minutes=offset)).replace(tzinfo=None)
    return f"{local.isoformat(timespec='milliseconds' if offset < 0 else 'seconds')}{offset // 60:+03d}:00"


def line(network: str, hour: datetime, number: int) -> Line:
    """Return a valid line."""
    _, age, offset = NETWORKS[network]
    key = (int(hour.timestamp()) // 3600 * 1000 + number) * 4 + list(NETWORKS).index(network)
    late = timedelta(hours=mixed(key) % (age - 12)) if mixed(key + 1) % 25 == 0 else timedelta()
    at = hour + timedelta(seconds=mixed(key + 2) % 3600) - late
    said: Line = {
        "event_id": f"{network[:2]}-{mixed(key + 3):08x}{mixed(key + 4):08x}",
        "at": moment(at, offset),
        "kind": "click" if mixed(key + 5) % 7 == 0 else "impression",
        "campaign": 4000 + mixed(key + 6) % 60,
    }
    if network == "pinewave" and hour >= NEW_FIELDS:
        said |= {"cost": mixed(key + 7) % 900 / 100, "placement": f"p{mixed(key + 8) % 9}"}
    else:
        said["cost_micros"] = mixed(key + 7) % 9000
    if network == "mobira":
        said["foreground"] = mixed(key + 9) % 5 > 0
    if mixed(key + 10) % 3:
        said["device"] = ("phone", "tablet", "tv", None)[mixed(key + 11) % 4]
    return said


def good(network: str, hour: datetime, lines: int = 0) -> Batch:
    """Return a valid batch for an hour. By default, it has the usual number of lines for that hour."""
    key = int(hour.timestamp()) // 3600 * 4 + list(NETWORKS).index(network)
    busy = (60, 55, 50, 50, 55, 60, 70, 80, 90, 95, 100, 100, 100, 100, 95, 95, 100, 105, 110, 115, 110, 100, 85, 70)
    usual = NETWORKS[network][0] * busy[hour.hour] * (92 + mixed(key) % 17) // 10_000
    late = timedelta(hours=6) if mixed(key + 1) % 43 == 0 else timedelta()
    delivered = hour + timedelta(minutes=65 + mixed(key + 2) % 30, seconds=mixed(key + 3) % 60) + late
    content = [line(network, hour, number) for number in range(lines or usual)]
    return Batch(network, hour, delivered, content, len(content))


def each(lines: list[Any], numbers: range, change: Callable[[Line], None]) -> None:
    """Apply a change to some of the lines."""
    for number in numbers:
        change(lines[number])


def sent_again(batch: Batch, hours: int, fault: Callable[[list[Any]], None] | None = None) -> Batch:
    """Return another batch for the same hour, delivered some hours later."""
    lines = good(batch.network, batch.hour, len(batch.lines)).lines
    if fault:
        fault(lines)
    return Batch(batch.network, batch.hour, batch.delivered_at + timedelta(hours=hours), lines, len(lines))


def history(batch: Batch) -> list[Batch]:
    """Return a batch from the time of release 2.3. It may be refused, and may be followed by a correction."""
    key = int(batch.hour.timestamp()) // 3600 * 4 + list(NETWORKS).index(batch.network)
    days = (batch.hour - START).days
    if batch.network == "mobira" and batch.hour.hour in (14, 15, 16) and days >= 4:  # too few lines for several days
        few = good(batch.network, batch.hour, len(batch.lines) // 3)
        few.found = {"volume": (1, 0)}
        if days == 5 or batch.hour.hour == 16:
            return [few]
        return [few, sent_again(batch, 5)]
    if mixed(key + 20) % 61 == 0:
        corrected = sent_again(batch, 4)
        each(batch.lines, range(5, 9), lambda said: said.update(event_id=""))
        batch.found = {"identity": (4, 6)}
        return [batch, corrected]
    if mixed(key + 21) % 67 == 0:
        batch.declared += 3
        batch.found = {"completeness": (3, 0)}
        batch.by_hand = mixed(key + 21) % 2 == 0
    elif mixed(key + 22) % 71 == 0:
        each(batch.lines, range(5, 7), lambda said: said.update(event_id="none"))
        batch.found, batch.by_hand = {"identity": (2, 6)}, True
    return [batch]


def old(said: Line) -> None:
    """Make a line a month older."""
    said["at"] = said["at"].replace("2026-03", "2026-02")


def no_offset(said: Line) -> None:
    """Remove the UTC offset from a line."""
    said["at"] = said["at"][:19]


def recent(batch: Batch, by_key: dict[tuple[str, int, int], Batch]) -> list[Batch]:
    """Return a batch from the time of release 2.4; its network, day and hour determine its error."""
    lines, network, hour = batch.lines, batch.network, batch.hour
    match (network, hour.day, hour.hour):
        case ("quickbid", 9, 9):
            again = sent_again(batch, 3)
            for number, text in enumerate(("", " ", "null", "NULL", " none ", "undefined", "   ") * 2):
                lines[20 + number]["event_id"] = text
            return [batch, again, sent_again(batch, 9)]
        case ("quickbid", 9, 11):
            del lines[3]["event_id"]
            lines[7]["event_id"] = 77
            lines[9]["event_id"] = None
        case ("quickbid", 9, 14):  # two of 110 lines are more than 1 %
            lines[60]["event_id"] = lines[2]["event_id"]
            lines[61]["event_id"] = lines[2]["event_id"]
        case ("quickbid", 9, 15):  # one of more than 100 lines is allowed
            lines[60]["event_id"] = lines[59]["event_id"]
        case ("quickbid", 9, 17):  # ids are case-sensitive
            lines[60]["event_id"] = lines[59]["event_id"].upper()
            lines[62]["event_id"] = lines[61]["event_id"].upper()
        case ("northlight", 9, 7):
            return [batch, sent_again(batch, 4)]
        case ("northlight", 9, 13):  # one of 64 lines is too many; its id is from an earlier accepted batch
            lines[30]["event_id"] = by_key["northlight", 9, 11].lines[4]["event_id"]
        case ("northlight", 9, 16):  # the ids are from a batch that is too old
            for number in range(4):
                lines[30 + number]["event_id"] = by_key["northlight", 2, 11].lines[number]["event_id"]
        case ("northlight", 9, 18):  # another network's equal ids are different ids
            for number in range(4):
                lines[30 + number]["event_id"] = by_key["quickbid", 9, 16].lines[number]["event_id"]
        case ("northlight", 9, 20):
            lines[11]["campaign"] = "4011"
            lines[12]["campaign"] = 4011.5
        case ("northlight", 9, 21):
            lines[40]["device"] = 5
        case ("northlight", 9, 22):
            lines[40]["referrer"] = None
        case ("northlight", 9, 23):
            lines[8]["campaign"] = None
        case ("northlight", 10, 2):  # the same events in another order
            batch.lines = [dict(reversed(said.items())) for said in lines]
        case ("northlight", 10, 4):
            lines[14:17] = ["cut off", None, [1, 2]]
        case ("pinewave", 9, 11):  # delivered after the contract changed
            batch.delivered_at = datetime(2026, 3, 9, 15, 20, tzinfo=UTC)
        case ("pinewave", 9, 12):
            old_fields = good(network, datetime(2026, 3, 9, 10, tzinfo=UTC), len(lines)).lines
            batch.lines = [
                {**before, "at": now["at"], "event_id": now["event_id"]}
                for before, now in zip(old_fields, lines, strict=True)
            ]
            return [batch, sent_again(batch, 2)]
        case ("pinewave", 9, 16):
            each(lines, range(10, 15), old)  # 5 of 90 lines are more than 5 %
        case ("pinewave", 9, 17):
            batch.lines = good(network, hour, 100).lines
            batch.declared = 100
            for said in batch.lines:
                said["at"] = moment(hour + timedelta(minutes=20), 60)
            each(batch.lines, range(10, 15), old)  # 5 of 100 lines are allowed
        case ("pinewave", 9, 19):
            each(lines, range(3, 12), no_offset)
        case ("pinewave", 9, 21):
            ahead = batch.delivered_at + timedelta(minutes=6)
            each(lines, range(30, 40), lambda said: said.update(at=moment(ahead, 60)))
        case ("pinewave", 9, 22):
            ahead = batch.delivered_at + timedelta(minutes=4)
            each(lines, range(30, 40), lambda said: said.update(at=moment(ahead, 60)))
        case ("pinewave", 10, 1):
            each(lines, range(8), lambda said: said.update(at="yesterday"))
        case ("mobira", 9 | 10, 14 | 16):  # a third of the usual number of lines, as on the days before
            few = good(network, hour, len(lines) // 3)
            return [few, sent_again(batch, 5)] if hour.hour == 14 else [few]
        case ("mobira", 9, 18):
            many = good(network, hour, len(lines) * 3)
            return [many, sent_again(batch, 2)]
        case ("mobira", 10, 3):  # events from phones can be late
            for number in range(10):
                lines[number]["at"] = moment(batch.delivered_at - timedelta(hours=95), -300)
        case ("mobira", 10, 5):
            for number in range(10):
                lines[number]["at"] = moment(batch.delivered_at - timedelta(hours=97), -300)
        case ("mobira", 10, 8):
            batch.declared += 2
        case ("mobira", 10, 9):
            batch.declared -= 1
        case ("quickbid", 10, 6):  # a batch with two errors, which is delivered again with one
            again = sent_again(batch, 1, lambda lines: lines[50].update(kind=7))
            each(lines, range(4), lambda said: said.update(event_id="null", kind=None))
            return [batch, again, sent_again(batch, 2)]
    return [batch]


def deliveries() -> list[Batch]:
    """Return all batches, in the order in which receivers started them."""
    found: list[Batch] = []
    by_key: dict[tuple[str, int, int], Batch] = {}
    for number in range(int((END - START) / timedelta(hours=1))):
        hour = START + timedelta(hours=number)
        for network in NETWORKS:
            batch = good(network, hour)
            by_key[network, hour.day, hour.hour] = batch
            is_history = batch.delivered_at < RELEASE - timedelta(hours=6)
            found += history(batch) if is_history else recent(batch, by_key)
    return sorted(found, key=lambda batch: (batch.delivered_at - timedelta(minutes=mixed(len(batch.lines)) % 40)))


def results(batches: list[tuple[int, Batch]]) -> list[list[Any]]:
    """Return the result rows for all batches: those from release 2.3, and those from 2.4, which always pass."""
    accepted: dict[tuple[str, int], int] = {}
    rows = []
    for number, batch in sorted(batches, key=lambda each: (each[1].delivered_at, each[0])):
        judged = batch.delivered_at + timedelta(minutes=3)
        daily = (batch.network, batch.hour.hour)
        is_new = accepted.get(daily, 0) < 3
        for rule in RULES:
            violations, first = batch.found.get(rule, (0, 0))
            status = "fail" if violations and not batch.by_hand else "skip" if rule == "volume" and is_new else "pass"
            rows.append([number, rule, status, violations, len(batch.lines), first, judged])
        if not batch.found or batch.by_hand:
            accepted[daily] = accepted.get(daily, 0) + 1
    return rows


def seed(services: Any) -> None:
    """Insert the batches and their results."""
    batches = list(enumerate(deliveries(), 70_000))
    quoted = [
        f"({number}, '{batch.network}', '{batch.hour}', {batch.declared}, '{batch.delivered_at}')"
        for number, batch in batches
    ]
    services.postgres.execute(f"insert into feeds.batches values {', '.join(quoted)}")
    for start in range(0, len(batches), 100):
        rows = [
            [number, count, content]
            for number, batch in batches[start : start + 100]
            for count, content in enumerate(batch.lines, 1)
        ]
        services.postgres.execute(f"""
            insert into feeds.events
            select (row ->> 0)::bigint, (row ->> 1)::int, row -> 2
            from jsonb_array_elements($rows${json.dumps(rows)}$rows$) as row
        """)
    services.postgres.execute("analyze")
    columns = ["batch_id", "rule", "status", "violations", "lines", "first_line", "judged_at"]
    services.clickhouse.insert("quality.results", results(batches), columns)
