"""Combine the readings of a host and metric to minutes."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from readings import Reading

OPEN_SEC = 1_780_272_000
"""The first minute that is not closed: 1 June 2026, 0:00 UTC."""


@dataclass
class Series:
    """The readings of a metric since an agent started: times in milliseconds and values in thousandths, by number."""

    kind: str = ""
    readings: dict[int, tuple[int, int]] = field(default_factory=dict)
    changed: set[int] = field(default_factory=set)

    def add(self, reading: Reading) -> None:
        """Add a reading, or note that it came again."""
        self.kind = reading.kind
        self.readings[reading.seq] = (reading.at, reading.value)
        self.changed.add(reading.seq)

    def amounts(self) -> Iterable[tuple[int, int, bool]]:
        """Yield the number and the amount of each reading, and whether it or the reading before it is a changed one."""
        previous, previous_value = 0, 0
        for seq in sorted(self.readings):
            _, value = self.readings[seq]
            is_grown = self.kind == "counter" and previous_value <= value
            yield seq, value - previous_value if is_grown else value, not self.changed.isdisjoint((seq, previous))
            previous, previous_value = seq, value


def combine(boots: dict[int, Series]) -> list[list[object]]:
    """Return the changed minutes of a host and metric, as the columns of the table after these two."""
    groups: dict[int, list[tuple[int, int, int, int, int]]] = {}
    changed = set()
    for boot, series in boots.items():
        for seq, amount, is_changed in series.amounts():
            at, value = series.readings[seq]
            minute = at // 60_000 * 60
            groups.setdefault(minute, []).append((at, boot, seq, value, amount))
            if is_changed and minute >= OPEN_SEC:
                changed.add(minute)
    kind = next(iter(boots.values())).kind
    return [[minute, kind, len(groups[minute]), *figures(groups[minute])] for minute in sorted(changed)]


def figures(group: list[tuple[int, int, int, int, int]]) -> list[str]:
    """Return the total, low, high and last value as decimal numbers."""
    values = [value for *_, value, _ in group]
    found = [sum(amount for *_, amount in group), min(values), max(values), max(group)[3]]
    return [f"{'-' if value < 0 else ''}{abs(value) // 1000}.{abs(value) % 1000:03d}" for value in found]
