"""Compute the expected reports from both databases, and compare these reports with a server's answers."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

from headwater.grading import Graded, Response, ServerClient, State

DIMENSIONS = ("day", "week", "campaign", "device", "advertiser", "country", "category")
METRICS = ("impressions", "clicks", "cost", "ctr", "cpm", "campaigns")
ALL = ("2026-01-01", "2026-05-01")
MONTH = ("2026-02-01", "2026-03-01")
WEEK = ("2026-02-01", "2026-02-08")

_DELIVERY = """
    select toString(day), campaign_id, site_id, toString(device), sum(impressions), sum(clicks), sum(cost_micros)
    from ads.delivery group by day, campaign_id, site_id, device
"""


@dataclass(frozen=True)
class Report:
    """A request for a report; filters are pairs of a name and a value."""

    by: tuple[str, ...]
    metrics: tuple[str, ...] = METRICS
    days: tuple[str, str] = MONTH
    filters: tuple[tuple[str, Any], ...] = ()
    sort: str = ""
    limit: int = 0

    @property
    def path(self) -> str:
        """Return the path and query of the request."""
        parameters = [("from", self.days[0]), ("to", self.days[1]), ("by", ",".join(self.by))]
        parameters += [("metrics", ",".join(self.metrics)), *((name, str(value)) for name, value in self.filters)]
        parameters += [("sort", self.sort)] * bool(self.sort) + [("limit", str(self.limit))] * bool(self.limit)
        return f"/api/report?{urlencode(parameters)}"


@dataclass
class Delivery:
    """A row of delivery for a day, campaign, site and device, with attributes from both databases."""

    dimensions: dict[str, Any]
    figures: tuple[int, int, int]


def delivered(state: State | Graded) -> list[Delivery]:
    """Return the deliveries in a state, without those of test campaigns."""
    campaigns = {
        number: (advertiser, test)
        for number, advertiser, test in state.postgres.query(
            "select campaign_id, advertiser_id, is_test from ref.campaigns"
        )
    }
    sites = {
        number: (country, category)
        for number, country, category in state.postgres.query("select site_id, country, category from ref.sites")
    }
    found = []
    for day, campaign, site, device, *figures in state.clickhouse.query(_DELIVERY):
        advertiser, is_test = campaigns.get(campaign, (None, False))
        country, category = sites.get(site, (None, None))
        if not is_test:
            of = date.fromisoformat(day)
            values = (day, str(of - timedelta(days=of.weekday())), campaign, device, advertiser, country, category)
            found.append(Delivery(dict(zip(DIMENSIONS, values, strict=True)), tuple(figures)))
    return found


@cache
def starting_deliveries(graded: Graded) -> list[Delivery]:
    """Return the deliveries in the starting state. The API never changes them."""
    return delivered(graded.starting)


@dataclass
class _Sums:
    impressions: int = 0
    clicks: int = 0
    micros: int = 0
    campaigns: set[int] = field(default_factory=set)

    def add(self, each: Delivery) -> None:
        impressions, clicks, micros = each.figures
        self.impressions += impressions
        self.clicks += clicks
        self.micros += micros
        self.campaigns.add(each.dimensions["campaign"])

    def metrics(self, names: Iterable[str]) -> dict[str, Any]:
        values = {
            "impressions": self.impressions,
            "clicks": self.clicks,
            "cost": self.micros / 1e6,
            "ctr": self.clicks / self.impressions if self.impressions else None,
            "cpm": self.micros / 1000 / self.impressions if self.impressions else None,
            "campaigns": len(self.campaigns),
        }
        return {name: values[name] for name in names}


def truth(delivery: list[Delivery], report: Report) -> dict[str, Any]:
    """Compute the expected answer to a report."""
    filters: dict[str, list[Any]] = defaultdict(list)
    for name, value in report.filters:
        filters[name].append(value)
    groups: dict[tuple[Any, ...], _Sums] = defaultdict(_Sums)
    total = _Sums()
    for each in delivery:
        of = each.dimensions
        if report.days[0] <= of["day"] < report.days[1] and all(of[name] in some for name, some in filters.items()):
            groups[tuple(of[name] for name in report.by)].add(each)
            total.add(each)
    rows = [dict(zip(report.by, key, strict=True)) | sums.metrics(report.metrics) for key, sums in groups.items()]
    name = report.sort.removeprefix("-") or report.by[0]
    for each in (*reversed(report.by), name):  # sorting is stable, even with `reverse`
        present, missing = ([row for row in rows if (row[each] is None) is none] for none in (False, True))
        present.sort(key=itemgetter(each), reverse=each == name and report.sort.startswith("-"))
        rows = [*present, *missing]
    return {
        "rows": rows[: report.limit or 100],
        "groups": len(groups),
        "total": total.metrics(report.metrics),
    }


def excerpt(answer: Response) -> str:
    """Return the beginning of an answer, for use in messages."""
    return f"{answer.status} {answer.text[:160]!r}"


def fault(server: ServerClient, delivery: list[Delivery], report: Report) -> str:
    """Describe how a server's answer to a report is wrong; return an empty string if it is right."""
    return difference(server.get(report.path), truth(delivery, report), report)


def difference(answer: Response, right: dict[str, Any], report: Report) -> str:
    """Describe how an answer differs from the expected one; return an empty string if they are equal."""
    found = answer.json
    if answer.status != 200 or not isinstance(found, dict) or found.keys() != right.keys():
        return f"{report.path} is {excerpt(answer)}"
    if not isinstance(found["rows"], list) or len(found["rows"]) != len(right["rows"]):
        return f"{report.path} does not have {len(right['rows'])} rows: {excerpt(answer)}"
    pairs = [*zip(found["rows"], right["rows"], strict=True), (found["total"], right["total"])]
    wrong = [(each, expected) for each, expected in pairs if not _same_row(each, expected)]
    if wrong:
        return f"{report.path} has {wrong[0][0]}, not {wrong[0][1]}; {len(wrong)} rows are wrong"
    return "" if found["groups"] == right["groups"] else f"{report.path} has {found['groups']} groups"


def _same_row(found: Any, expected: dict[str, Any]) -> bool:
    return (
        isinstance(found, dict)
        and found.keys() == expected.keys()
        and all(_same(found[name], value) for name, value in expected.items())
    )


def _same(found: Any, expected: Any) -> bool:
    numbers = (int, float)
    if isinstance(expected, numbers) and isinstance(found, numbers) and not isinstance(found, bool):
        return math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9)
    return bool(found == expected)


def faults(graded: Graded, *reports: Report) -> str:
    """Describe the first wrong report; return an empty string if all are right."""
    return next((found for each in reports if (found := fault(graded.server, starting_deliveries(graded), each))), "")
