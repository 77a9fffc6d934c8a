"""Draws have the documented distributions, and never change."""

from __future__ import annotations

import numpy as np
import pytest

from headwater.simulation._clock import FIRST_DAY, LAST_DAY, add_months, fiscal_period, fiscal_quarter
from headwater.simulation._columns import crm_id, ident
from headwater.simulation._draw import Draw, cumulate

N = 200_000


def test_streams_depend_on_seed_topic_and_block() -> None:
    streams = [Draw(1, "a"), Draw(2, "a"), Draw(1, "b"), Draw(1, "a", 1)]
    firsts = [float(s.uniform(1)[0]) for s in streams]
    assert len(set(firsts)) == 4
    assert firsts[0] == float(Draw(1, "a").uniform(1)[0])


def test_raw_numbers_are_pinned() -> None:
    assert Draw(1, "pin").integers(0, 999, 5).tolist() == [90, 430, 644, 142, 101]


@pytest.mark.parametrize("mean", [0.3, 2.0, 11.9, 12.1, 80.0])
def test_counts_have_their_mean_and_variance(mean: float) -> None:
    counts = Draw(5, "poisson").poisson(mean, N)
    assert counts.mean() == pytest.approx(mean, rel=0.02)
    assert counts.var() == pytest.approx(mean, rel=0.04)


def test_normal_and_exponential_quantiles() -> None:
    draw = Draw(5, "normal")
    normal, waiting = draw.normal(N), draw.exponential(3.0, N)
    assert np.quantile(normal, [0.0228, 0.5, 0.9772, 0.9987]) == pytest.approx([-2, 0, 2, 3], abs=0.05)
    assert np.quantile(waiting, [0.5, 0.95]) == pytest.approx([3 * np.log(2), 3 * np.log(20)], rel=0.02)


def test_days_follow_weights_within_their_bounds() -> None:
    weights = np.ones(LAST_DAY - FIRST_DAY + 1)
    weights[10] = 0.0
    weights[11] = 3.0
    days = Draw(5, "days").days(cumulate(weights), np.full(N, FIRST_DAY + 9), np.full(N, FIRST_DAY + 11))
    share = np.bincount(days - FIRST_DAY, minlength=12)[9:] / N
    assert share == pytest.approx([0.25, 0.0, 0.75], abs=0.01)


def test_ids_are_unique_and_shaped() -> None:
    numbers = np.arange(N)
    assert len(set(ident("acc_", numbers).to_pylist())) == N
    assert {len(i) for i in crm_id("001", numbers).to_pylist()} == {18}


def test_months_end_where_months_end() -> None:
    january = np.array([np.datetime64("2024-01-31T05:00", "s").astype(np.int64)])
    moved = [str(add_months(january, k)[0].astype("datetime64[s]")) for k in (1, 2, 13)]
    assert moved == ["2024-02-29T05:00:00", "2024-03-31T05:00:00", "2025-02-28T05:00:00"]


def test_the_fiscal_year_begins_in_february() -> None:
    days = np.array(["2024-01-31", "2024-02-01", "2024-04-30", "2025-01-31"], dtype="datetime64[D]").astype(np.int64)
    assert fiscal_quarter(days) == ["FY24-Q4", "FY25-Q1", "FY25-Q1", "FY25-Q4"]
    months = days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)
    assert fiscal_period(months) == ["FY24-P12", "FY25-P01", "FY25-P03", "FY25-P12"]
