"""The suite's page agrees with the code."""

from __future__ import annotations

from pathlib import Path

from headwater.suites.discovery.defects import Flaw
from headwater.suites.discovery.scoring import official_match, strict_difference
from headwater.suites.discovery.suite import Discovery

PAGE = (Path(__file__).parents[3] / "docs/discovery.md").read_text("utf-8")


def test_the_table_of_both_scores_agrees_with_the_code() -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith("| `")]
    rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in lines if line.count("|") == 6]
    assert len(rows) >= 9
    for prediction, gold, *message in rows:
        official = official_match(prediction, gold)
        right = (official.exact, official.numeric, not strict_difference(prediction, gold, ""))
        assert message == ["yes" if each else "no" for each in right], prediction


def test_each_metric_is_explained() -> None:
    assert [name for name in Discovery.metrics if f"`{name}`" not in PAGE] == []


def test_each_defect_is_explained() -> None:
    assert [flaw for flaw in Flaw if flaw not in PAGE] == []
