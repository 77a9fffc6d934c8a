"""Parse a report's parameters, and build its queries."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import parse_qsl

DIMENSIONS = {
    "day": "delivery.day",
    "week": "toMonday(delivery.day)",
    "campaign": "delivery.campaign_id",
    "device": "toString(delivery.device)",
    "advertiser": "campaigns.advertiser_id",
    "country": "sites.country",
    "category": "sites.category",
}
METRICS = {
    "impressions": "sum(impressions)",
    "clicks": "sum(clicks)",
    "cost": "sum(cost_micros) / 1000000",
    "ctr": "sum(clicks) / nullIf(sum(impressions), 0)",
    "cpm": "sum(cost_micros) / 1000 / nullIf(sum(impressions), 0)",
    "campaigns": "uniqExact(delivery.campaign_id)",
}
NUMBERS = ("campaign", "advertiser")
FILTERS = (*NUMBERS, "device", "country", "category")
MOST_DIMENSIONS, MOST_DAYS, MOST_ROWS = 3, 366, 1000


class BadRequestError(Exception):
    """The request is invalid; the message gives the reason."""


@dataclass(frozen=True)
class Report:
    """A valid request; dimensions, metrics and filters are names from the constants above."""

    first: date
    last: date
    by: list[str]
    metrics: list[str]
    sort: str
    descending: bool = False
    limit: int = 100
    filters: dict[str, list[Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, query: str) -> Report:
        """Parse a URL's query; raise `BadRequestError` if it is invalid."""
        given, filters = _parameters(query)
        first, last = (_day(name, _required(given, name)) for name in ("from", "to"))
        if not 1 <= (last - first).days <= MOST_DAYS:
            raise BadRequestError(f"to must be 1 to {MOST_DAYS} days after from")
        by = _names("by", _required(given, "by"), DIMENSIONS)
        if len(by) > MOST_DIMENSIONS:
            raise BadRequestError(f"by has at most {MOST_DIMENSIONS} dimensions")
        metrics = _names("metrics", _required(given, "metrics"), METRICS)
        sort = given.get("sort", by[0])
        if sort.removeprefix("-") not in (*by, *metrics):
            raise BadRequestError("sort is none of the dimensions of by and none of metrics")
        limit = _number("limit", given.get("limit", "100"), 1, MOST_ROWS)
        return cls(first, last, by, metrics, sort.removeprefix("-"), sort.startswith("-"), limit, filters)

    @property
    def values(self) -> dict[str, Any]:
        """Return the parameters for both queries."""
        return {"first": self.first, "last": self.last, **self.filters}

    @property
    def rows_sql(self) -> str:
        """Return the query for the rows: dimensions, metrics, and the total number of groups."""
        chosen = [f"{DIMENSIONS[name]} AS `{name}`" for name in self.by]
        metrics = [f"{METRICS[name]} AS `_{name}`" for name in self.metrics]
        first = f"`{self.sort}`" if self.sort in self.by else f"`_{self.sort}`"
        order = [f"{first}{' DESC' if self.descending else ''}", *(f"`{name}`" for name in self.by)]
        groups = ", ".join(f"`{name}`" for name in self.by)
        return (
            f"SELECT {', '.join([*chosen, *metrics])}, count() OVER () {self._source} GROUP BY {groups}"
            f" ORDER BY {', '.join(f'{each} NULLS LAST' for each in order)} LIMIT {self.limit}"
        )

    @property
    def total_sql(self) -> str:
        """Return the query for the totals of the metrics."""
        return f"SELECT {', '.join(METRICS[name] for name in self.metrics)} {self._source}"

    @property
    def _source(self) -> str:
        conditions = "".join(
            f" AND {DIMENSIONS[name]} IN {{{name}:Array({'UInt32' if name in NUMBERS else 'String'})}}"
            for name in self.filters
        )
        return (
            "FROM ads.delivery AS delivery LEFT JOIN campaigns USING (campaign_id) LEFT JOIN sites USING (site_id)"
            f" WHERE delivery.day >= {{first:Date}} AND delivery.day < {{last:Date}}"
            f" AND campaigns.is_test IS DISTINCT FROM 1{conditions}"
        )


def _parameters(query: str) -> tuple[dict[str, str], dict[str, list[Any]]]:
    pairs = parse_qsl(query, keep_blank_values=True, errors="strict")
    times = Counter(name for name, _ in pairs if name not in FILTERS)
    if twice := [name for name, count in times.items() if count > 1]:
        raise BadRequestError(f"{twice[0]} is there twice")
    if times.keys() - {"from", "to", "by", "metrics", "sort", "limit"}:
        raise BadRequestError("a parameter is unknown")
    filters: dict[str, list[Any]] = {}
    for name, value in pairs:
        if name in FILTERS:
            filters.setdefault(name, []).append(_number(name, value, 0, 2**32 - 1) if name in NUMBERS else value)
    return {name: value for name, value in pairs if name in times}, filters


def _required(given: dict[str, str], name: str) -> str:
    if name not in given:
        raise BadRequestError(f"{name} is missing")
    return given[name]


def _names(parameter: str, text: str, known: dict[str, str]) -> list[str]:
    names = text.split(",")
    if not set(names) <= known.keys() or len(set(names)) < len(names):
        raise BadRequestError(f"{parameter} has some of {', '.join(known)}, each once")
    return names


def _number(name: str, text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 10) or not least <= int(text) <= most:
        raise BadRequestError(f"{name} is a number from {least} to {most}")
    return int(text)


def _day(name: str, text: str) -> date:
    try:
        found = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).date()
    except ValueError:
        raise BadRequestError(f"{name} is a date such as 2026-03-01") from None
    if len(text) != len("2026-03-01") or not 1971 <= found.year <= 2147:
        raise BadRequestError(f"{name} is a date such as 2026-03-01")
    return found
