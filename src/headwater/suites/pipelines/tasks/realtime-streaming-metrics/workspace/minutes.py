"""Combine readings to minutes. See docs/metrics.md."""

from readings import Reading

previous: dict[tuple[str, str], float] = {}


def increase(reading: Reading) -> float:
    """Return how much a counter has grown since the last reading."""
    key = (reading.host, reading.metric)
    grown = max(reading.value - previous.get(key, reading.value), 0)
    previous[key] = reading.value
    return grown


def combine(arrived: list[tuple[int, Reading]]) -> list[list]:
    """Return the rows of realtime_metrics for readings and the times at which they arrived."""
    rows: dict[tuple[str, str, int], list] = {}
    for at_ms, reading in arrived:
        minute = at_ms // 60_000 * 60
        amount = increase(reading) if reading.kind == "counter" else reading.value
        row = rows.setdefault(
            (reading.host, reading.metric, minute), [reading.kind, 0, 0, reading.value, reading.value, reading.value]
        )
        row[1] += 1
        row[2] += amount
        row[3:] = [min(row[3], reading.value), max(row[4], reading.value), reading.value]
    return [[*key, *row] for key, row in rows.items()]
