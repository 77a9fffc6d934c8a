"""Create six days of scans. Four and a half are stored, up to the first broken message, which stops the consumer."""

import json
from datetime import UTC, datetime, timedelta, timezone

from headwater.services import Message

TOPIC, GROUP, PARTITIONS = "parcel-scans", "parcel-scans-to-clickhouse", 3
NAMES = {
    "BRV": "Brevio", "KTL": "Kestrel Parcel", "LMN": "Lumen Express", "NRD": "Nordpost", "TRN": "Tern Logistics"
}
COLUMNS = ["scan_id", "parcel", "carrier", "status", "weight_g", "scanned_at", "recipient"]
STATUSES = ("picked_up", "sorted", "sorted", "out_for_delivery", "delivered")
PEOPLE = ("Ada Lindgren", "Bo Quist", "Çelik, E.", "D. O'Hara", None, None)
START = datetime(2026, 5, 8, tzinfo=UTC)
SCANS, FIRST_BROKEN = 9_000, 6_790  # the first broken scan is at noon on Tuesday
FIRST_OF_OPAL = 7_200  # this carrier was already delivering before it was registered in any table


def mixed(number: int) -> int:
    """Return a pseudorandom number below 2**31 that depends only on the argument (splitmix)."""
    value = (number + 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    value = (value ^ value >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
    return (value ^ value >> 31) & 0x7FFFFFFF


def scan(number: int) -> dict[str, object]:
    """Return the scan with this number; each parcel is scanned five times in a day."""
    parcel, step = 100_000 + number // 50 * 10 + number % 10, number // 10 % 5
    code = list(NAMES)[mixed(parcel) % len(NAMES)]
    at = START + timedelta(seconds=57 * number + mixed(number) % 50)
    zone = timezone(timedelta(hours=(0, 2, -4)[parcel % 3]))
    scan: dict[str, object] = {
        "scan_id": f"{code}-{mixed(number + 1):08x}{number:05d}",
        "parcel": f"P-{parcel}",
        "carrier": code,
        "status": STATUSES[step],
        "weight_g": 120 + mixed(parcel + 2) % 18_000,
        "scanned_at": at.astimezone(zone).isoformat().replace("+00:00", "Z"),
    }
    if STATUSES[step] == "delivered":
        scan["recipient"] = PEOPLE[mixed(number + 3) % len(PEOPLE)]
    if code == "LMN":
        scan["hub"] = {"id": mixed(number) % 40, "dock": "B"}
    return scan


def broken(number: int) -> bytes | None:
    """Return a message from a carrier's faulty machine."""
    good = scan(number) | {"recipient": "Marit Aasen"}
    spoilt: list[bytes | None] = [
        json.dumps(good).encode()[:-31],
        json.dumps(good | {"weight_g": None}).encode(),
        None,
        json.dumps({name: value for name, value in good.items() if name != "parcel"}).encode(),
        b"\xff\xfe scanner restarted\x00",
        json.dumps([good]).encode(),
        json.dumps(good | {"scanned_at": "Wed 13 May, 09:14"}).encode(),
        b"",
        json.dumps(good | {"weight_g": "1200 g"}).encode(),
        json.dumps(good | {"status": ""}).encode(),
    ]
    return spoilt[(number - FIRST_BROKEN) // 70 % len(spoilt)]


def messages() -> list[Message]:
    """Return all messages in the order they were sent."""
    sent = []
    for number in range(SCANS):
        content = scan(number)
        if number >= FIRST_OF_OPAL and number % 53 == 0:
            content |= {"carrier": "OPL", "scan_id": f"OPL-{number}"}
        key, partition = str(content["parcel"]).encode(), mixed(int(str(content["parcel"])[2:]) + 4) % PARTITIONS
        headers = {"sent-by": f"{content['carrier']}-scanner-{number % 7}".encode()}
        message = Message(json.dumps(content, ensure_ascii=number % 2 == 0).encode(), key, headers, partition)
        sent += [message, message] if number % 41 == 0 else [message]
        if number >= FIRST_BROKEN and number % 70 == 0:
            sent.append(Message(broken(number), key, headers, partition))
    return sent


def row(message: Message) -> list[object]:
    """Convert a scan to a row, as the consumer does."""
    content = json.loads(message.value or b"")
    content |= {"carrier": NAMES[content["carrier"]], "scanned_at": datetime.fromisoformat(content["scanned_at"])}
    return [content.get(name) for name in COLUMNS]


def seed(services) -> None:  # noqa: ANN001 - the stack of services
    """Send all messages, and store those before the first broken one."""
    services.kafka.create_topic(TOPIC, PARTITIONS, {"retention.ms": "7776000000"})
    sent = messages()
    services.kafka.produce(TOPIC, sent)
    stored = sent[: next(at for at, message in enumerate(sent) if message.value == broken(FIRST_BROKEN))]
    services.clickhouse.insert("shop.parcel_scans", [row(message) for message in stored], COLUMNS)
    reached = {number: sum(message.partition == number for message in stored) for number in range(PARTITIONS)}
    commit(services, reached)


def commit(services, reached: dict[int, int]) -> None:  # noqa: ANN001
    """Commit the group's offsets."""
    from confluent_kafka import ConsumerGroupTopicPartitions, TopicPartition
    from confluent_kafka.admin import AdminClient

    parts = [TopicPartition(TOPIC, number, offset) for number, offset in reached.items()]
    with services.network:
        admin = AdminClient({"bootstrap.servers": services.variables["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 2})
        admin.alter_consumer_group_offsets([ConsumerGroupTopicPartitions(GROUP, parts)])[GROUP].result(10)
