"""Aggregate readings into local hours, days and months, as docs/rollups.md defines them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from math import fsum
from typing import NamedTuple
from zoneinfo import ZoneInfo


class Reading(NamedTuple):
    """A valid reading."""

    at: datetime
    bikes: int
    temperature: float | None


class Row(NamedTuple):
    """The figures for a period; peaks are None if the table has no columns for them."""

    bikes: int
    readings: int
    temperature: float | None
    peak_hour_bikes: int | None = None
    peak_day: date | None = None


def hour_of(at: datetime, zone: ZoneInfo) -> datetime:
    """Return the time at which the local hour begins."""
    return at - timedelta(minutes=at.astimezone(zone).minute)


def month_of(at: datetime, zone: ZoneInfo) -> date:
    return at.astimezone(zone).date().replace(day=1)


def span(month: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Return the times at which a local month begins and ends."""
    following = (month + timedelta(days=32)).replace(day=1)
    first, last = (datetime(each.year, each.month, 1, tzinfo=zone).astimezone(UTC) for each in (month, following))
    return first, last


def _row(readings: Iterable[Reading]) -> Row:
    found = list(readings)
    temperatures = [each.temperature for each in found if each.temperature is not None]
    mean = fsum(temperatures) / len(temperatures) if temperatures else None
    return Row(sum(each.bikes for each in found), len(found), mean)


def rolled_up(
    readings: list[Reading], zone: ZoneInfo, month: date
) -> tuple[dict[datetime, Row], dict[date, Row], dict[date, Row]]:
    """Compute the rows for the hours, the days and the month from a month's readings."""
    by_hour: dict[datetime, list[Reading]] = defaultdict(list)
    by_day: dict[date, list[Reading]] = defaultdict(list)
    for each in readings:
        by_hour[hour_of(each.at, zone)].append(each)
        by_day[each.at.astimezone(zone).date()].append(each)
    hours = {hour: _row(found) for hour, found in by_hour.items()}
    peaks: dict[date, int] = defaultdict(int)
    for hour, row in hours.items():
        day = hour.astimezone(zone).date()
        peaks[day] = max(peaks[day], row.bikes)
    days = {day: _row(found)._replace(peak_hour_bikes=peaks[day]) for day, found in by_day.items()}
    if not days:
        return hours, days, {}
    best = min(days, key=lambda day: (-days[day].bikes, day))
    return hours, days, {month: _row(readings)._replace(peak_hour_bikes=max(peaks.values()), peak_day=best)}
