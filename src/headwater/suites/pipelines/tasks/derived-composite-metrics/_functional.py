"""Functional checks: the table exists, and its figures are computed from the events."""

from __future__ import annotations

from _metrics import expected_figures, final_rows

from headwater.grading import Graded, Result, expect, expect_equal, functional


@functional(demand="docs/metrics.md")
def sessions_of_a_month_add_up(graded: Graded) -> Result:
    """The number of sessions in December equals the number of distinct session events."""
    of_december = sum(int(row["sessions"]) for row in final_rows(graded) if f"{row['day']:%Y-%m}" == "2025-12")
    right = sum(each["sessions"] for day, each in expected_figures(graded).items() if f"{day:%Y-%m}" == "2025-12")
    return expect_equal(of_december, right, "sessions of December")


@functional(demand="docs/metrics.md")
def revenue_adds_up(graded: Graded) -> Result:
    """The revenue over all days equals all payments minus all refunds."""
    right = sum(each["revenue"] for each in expected_figures(graded).values())
    return expect_equal(
        f"{sum(row['revenue'] for row in final_rows(graded)):.2f}", f"{right:.2f}", "revenue of all days"
    )


@functional(demand="prompt")
def days_have_conversion_rates(graded: Graded) -> Result:
    """On most days with trials, the conversion rate equals the rate computed from the events."""
    rates = {row["day"]: row["conversion_rate"] for row in final_rows(graded)}
    days = [day for day, each in expected_figures(graded).items() if each["conversion_rate"]]
    right = [
        day for day in days if abs((rates.get(day) or 0) - expected_figures(graded)[day]["conversion_rate"]) < 1e-6
    ]
    return expect(len(right) > 0.8 * len(days), f"the rate is right on {len(right)} of {len(days)} days")
