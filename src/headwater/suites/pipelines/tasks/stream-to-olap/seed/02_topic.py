"""Create the topic `metrics` with readings from glasshouses, including late, repeated and broken messages."""

import json
from datetime import UTC, datetime, timedelta, timezone

from headwater.services import Message

TOPIC, PARTITIONS = "metrics", 4
START = datetime(2026, 2, 20, tzinfo=UTC)
METRICS = {"air_temperature": "C", "soil_moisture": "%", "co2": "ppm", "light": "lux", "ph": ""}
STATIONS = 24
READINGS = 3_600


def mixed(number: int) -> int:
    """Return a pseudorandom number below 2**31 that depends only on the argument (splitmix)."""
    value = (number + 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    value = (value ^ value >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
    return (value ^ value >> 31) & 0x7FFFFFFF


def reading(number: int) -> dict[str, object]:
    """Return the reading with this number; every fifth reading is from an old gateway, which uses schema 1."""
    name, unit = list(METRICS.items())[mixed(number) % len(METRICS)]
    # Late readings are up to nine days older than their neighbours.
    late = timedelta(hours=mixed(number + 7) % 216) if number % 12 == 0 else timedelta()
    at = START + timedelta(seconds=290 * number, milliseconds=mixed(number + 1) % 1000) - late
    value = None if number % 29 == 0 else round(mixed(number + 2) % 9_000_000 / 7919, 6)
    common = {
        "event_id": f"{mixed(number + 3):08x}-{number:05d}",
        "station": f"gh-{1 + mixed(number + 4) % STATIONS:02d}",
    }
    if number % 5 == 0:
        milliseconds = (at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
        return common | {"schema": 1, "metric": name, "value": value, "ts_ms": milliseconds}
    zone = timezone(timedelta(hours=(0, 1, -4)[number % 3]))
    text = at.astimezone(zone).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return common | {"schema": 2, "metric": name, "value": value, "unit": unit, "ts": text}


def broken(number: int) -> bytes | None:
    """Return a message from a faulty gateway."""
    good = reading(10_001 + number * 5)  # these readings have schema 2
    spoilt: list[bytes | None] = [
        b'{"schema": 2, "event_id": "cut-off", "station": "gh-0',
        None,
        b"",
        b'["gh-01", "co2", 412.5]',
        b"\xff\xfe\x00gh-07 rebooted",
        json.dumps(good | {"value": "n/a"}).encode(),
        json.dumps(good | {"value": True}).encode(),
        json.dumps(good | {"value": float("nan")}).encode(),
        json.dumps(good | {"ts": "20.02.2026 07:15"}).encode(),
        json.dumps(good | {"ts": "1970-01-01T00:04:17.250Z"}).encode(),
        json.dumps(good | {"schema": 3}).encode(),
        json.dumps({key: value for key, value in good.items() if key != "event_id"}).encode(),
        json.dumps(good | {"station": None}).encode(),
        json.dumps({key: value for key, value in good.items() if key != "value"}).encode(),
    ]
    return spoilt[number % len(spoilt)]


def messages() -> list[Message]:
    """Return all messages in the order they were sent."""
    sent = []
    for number in range(1, READINGS + 1):
        value = json.dumps(reading(number)).encode()
        partition = mixed(number + 5) % PARTITIONS
        sent.append(Message(value, key=str(partition).encode(), partition=partition))
        if number % 17 == 0:  # not acknowledged in time, so sent again to another partition
            sent.append(Message(value, key=b"again", partition=(partition + 1) % PARTITIONS))
        if number % 90 == 0:
            sent.append(Message(broken(number // 90), partition=mixed(number + 6) % PARTITIONS))
        if number > 500 and number % 61 == 0:  # sent again much later
            sent.append(Message(json.dumps(reading(number - 500)).encode(), partition=partition))
    return sent


def seed(services) -> None:  # noqa: ANN001 - the stack of services
    """Create and fill the topic."""
    services.kafka.create_topic(TOPIC, PARTITIONS)
    services.kafka.produce(TOPIC, messages())
