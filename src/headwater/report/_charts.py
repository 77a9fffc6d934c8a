"""Builds Vega-Lite charts, which are drawn when they scroll into view. The templates show the same data as tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import altair as alt

from headwater.analysis import Efficiency, Estimate, TrialGroup
from headwater.jobs import home
from headwater.records import Gate
from headwater.report._chunks import chunk
from headwater.trials import write_atomically

_GATES = [gate.value for gate in Gate]
_HEIGHT = 300
_LOG_FROM = 20
"""The ratio of the greatest to the least value at which an axis becomes logarithmic."""


MOST_GROUPS = 10
"""The maximum number of groups that a chart can distinguish. The table contains all groups."""


@dataclass(frozen=True)
class Chart:
    """A chart in the form in which pages embed it.

    Attributes:
        spec: The Vega-Lite specification, as JSON.
        label: The alternative text of the chart.
    """

    spec: str
    label: str


def attrition(groups: Sequence[TrialGroup]) -> Chart:
    """Chart the share of trials that cleared each gate and all gates before it, for the first few groups."""
    groups_shown = groups[:MOST_GROUPS]
    names = [group.label for group in groups_shown]
    rows = [
        {"agent": group.label, "gate": gate, **_values("share", estimate)}
        for group in groups_shown
        for gate, estimate in zip(_GATES, group.gates, strict=True)
    ]
    base = _chart_of(rows).encode(
        x=alt.X("gate:N", sort=_GATES, title=None),
        xOffset=alt.XOffset("agent:N", sort=names),
        color=_colour(names),
        tooltip=[
            alt.Tooltip("agent:N"),
            alt.Tooltip("gate:N"),
            alt.Tooltip("share:Q", format=".1%"),
            alt.Tooltip("interval:N", title="95% interval"),
            alt.Tooltip("trials:Q"),
        ],
    )
    share = alt.Y("share:Q", title="trials that cleared it", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%"))
    layers = [*_limits(base, rows), _points(base).encode(y=share)]
    return _chart(layers, "Share of trials that cleared each gate")


def frontiers(groups: Sequence[TrialGroup], used: Mapping[str, Efficiency]) -> list[Chart]:
    """Return charts of quality against mean cost and median time, for the first few groups with known values."""
    rows = [
        {
            "agent": group.label,
            **_values("score", group.score),
            "cost": used[group.label].mean_cost_usd,
            "time": used[group.label].medians[0].agent_sec,
            "frontier": bool(used[group.label].on_frontier),
        }
        for group in groups[:MOST_GROUPS]
        if group.label in used
    ]
    found = []
    if any(row["cost"] is not None for row in rows):
        found.append(_scatter(rows, "cost", "mean cost of a trial, US dollars", "$.3~f", frontier=True))
    if any(row["time"] is not None for row in rows):
        found.append(_scatter(rows, "time", "median time of the agent, seconds", ",.3~r", frontier=False))
    return found


def _scatter(rows: Iterable[dict[str, Any]], name: str, title: str, number: str, *, frontier: bool) -> Chart:
    known = [row for row in rows if row[name] is not None]
    values = [row[name] for row in known]
    is_log = min(values) > 0 and max(values) / min(values) > _LOG_FROM
    x = alt.X(
        f"{name}:Q",
        title=title,
        scale=alt.Scale(type="log", nice=True) if is_log else alt.Scale(zero=True),
        axis=alt.Axis(format=number, tickCount=6),
    )
    base = _chart_of(known).encode(
        x=x,
        tooltip=[
            alt.Tooltip("agent:N"),
            alt.Tooltip("score:Q", format=".3f"),
            alt.Tooltip("interval:N", title="95% interval"),
            alt.Tooltip(f"{name}:Q", title=title, format=number),
            alt.Tooltip("trials:Q"),
        ],
    )
    score = alt.Y("score:Q", title="mean score", scale=alt.Scale(domain=[0, 1]))
    colour = _colour([row["agent"] for row in known])
    layers = [*_limits(base.encode(color=colour), known), _points(base).encode(y=score, color=colour)]
    if frontier and any(row["frontier"] for row in known):
        line = base.transform_filter("datum.frontier").mark_line(strokeDash=[3, 3], opacity=0.7)
        layers.insert(0, line.encode(y=score, order=alt.Order(f"{name}:Q")))
    return _chart(layers, f"Mean score against {title}")


def _limits(base: alt.Chart, rows: Iterable[Mapping[str, Any]]) -> Iterator[alt.Chart]:
    """Yield the layer that shows intervals, if any interval is known. Vega warns about layers without rows."""
    if any(row["low"] is not None for row in rows):
        known: alt.Chart = base.transform_filter("isValid(datum.low)").mark_rule(strokeWidth=5, opacity=0.3)
        yield known.encode(y="low:Q", y2="high:Q")


def _colour(names: list[str]) -> alt.Color:
    return alt.Color("agent:N", sort=names, title=None, legend=alt.Legend(orient="top", labelLimit=220))


def _points(base: alt.Chart) -> alt.Chart:
    points: alt.Chart = base.mark_point(filled=True, size=90, opacity=1)
    return points


def _values(name: str, estimate: Estimate) -> dict[str, Any]:
    known = estimate.low is not None and estimate.high is not None
    return {
        name: estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "interval": f"{estimate.low:.2f} to {estimate.high:.2f}" if known else "not known",
        "trials": estimate.trials,
    }


def _chart_of(rows: Sequence[Mapping[str, Any]]) -> alt.Chart:
    return alt.Chart.from_dict({"data": {"values": rows}, "mark": "point"})


def _chart(layers: Sequence[alt.Chart], label: str) -> Chart:
    sized = alt.layer(*layers).properties(height=_HEIGHT, width="container")
    spec = sized.configure(autosize=alt.AutoSizeParams(type="fit-x", contains="padding")).to_dict()
    return Chart(json.dumps(spec, separators=(",", ":"), ensure_ascii=False), label)


def library() -> bytes:
    """Return Vega, Vega-Lite and Vega-Embed as a chunk. It is cached per version, because building it takes seconds.

    The chunk is half as large as the plain script, which by itself would use nine tenths of the first page's size
    limit.
    """
    import vl_convert

    cached = home() / "report" / f"vega-chunk-{version('vl-convert-python')}.js"
    if not cached.is_file():
        script = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")
        write_atomically(cached, chunk(script, small=True).decode())
    return cached.read_bytes()
