"""Our official grader against the official code, from a Spider 2 checkout that ``HEADWATER_SPIDER2`` names."""

from __future__ import annotations

import importlib.util
import os
import random
import sys
from decimal import Decimal
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest
from tests.suites.spider2 import official

from headwater.suites.spider2.scoring._official import compare_frames
from headwater.suites.spider2.scoring._records import GradedTable

_PAIRS = int(os.environ.get("HEADWATER_SPIDER2_PAIRS", "5000"))

pytestmark = pytest.mark.skipif(not official.CHECKOUT, reason=official.REASON)


@pytest.fixture(scope="module")
def utilities() -> ModuleType:
    """The official module, with stubs for the Google client that it imports."""
    google, cloud = ModuleType("google"), ModuleType("google.cloud")
    cloud.bigquery = ModuleType("bigquery")  # type: ignore[attr-defined]
    sys.modules.setdefault("google", google)
    sys.modules["google.cloud"] = cloud
    spec = importlib.util.spec_from_file_location("official_eval_utils", official.SUITE / "eval_utils.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def column(draw: random.Random, rows: int) -> Any:
    """Return values of a type that a frame fetched from DuckDB can have."""
    few = draw.choice([2, 3, 50])
    match draw.randrange(13):
        case 0:
            return np.array(
                [draw.randrange(-few, few) for _ in range(rows)], dtype=draw.choice(["int8", "int32", "int64"])
            )
        case 1:
            return np.array(
                [
                    draw.choice([0.1, 9.999, 10.001, 9e-5, 0.5, 1e9, 1e9 + 0.9, float("nan"), float("inf"), 3.0])
                    for _ in range(rows)
                ]
            )
        case 2:
            return [draw.choice(["a", "b", "1", "", "A", "é", None]) for _ in range(rows)]
        case 3:
            return np.array([draw.random() < 0.5 for _ in range(rows)])
        case 4:
            return pd.to_datetime(
                [draw.choice(["2024-01-01", "2024-01-02 03:04:05", None]) for _ in range(rows)], format="ISO8601"
            )
        case 5:
            return [draw.choice([None, Decimal("1.10"), Decimal("1.1"), Decimal(5)]) for _ in range(rows)]
        case 6:
            return [draw.choice([[1, 2], [1], None]) for _ in range(rows)]
        case 7:
            return [draw.choice([{"a": 1}, {"a": 2}, None]) for _ in range(rows)]
        case 8:
            return [np.array([1, draw.randrange(2)]) for _ in range(rows)]
        case 9:
            return pd.Categorical([draw.choice(["x", "y", None]) for _ in range(rows)])
        case 10:
            return [draw.choice([None, float("nan"), "a", 1, 1.5, True]) for _ in range(rows)]
        case 11:
            return pd.array([draw.choice([1, 2, None]) for _ in range(rows)], dtype=draw.choice(["Int64", "Float64"]))
        case _:
            return [None] * rows


def frame(draw: random.Random, rows: int, width: int) -> pd.DataFrame:
    return pd.DataFrame({f"c{at}": column(draw, rows) for at in range(width)}, index=range(rows))


def variant(draw: random.Random, gold: pd.DataFrame) -> pd.DataFrame:
    """Return a table that a solver could have built: equal, shuffled, noisy, wider, or unrelated."""
    variant_table = gold.copy()
    for _ in range(draw.randrange(3)):
        match draw.randrange(6):
            case 0:
                variant_table = variant_table.sample(frac=1, random_state=draw.randrange(1 << 30)).reset_index(
                    drop=True
                )
            case 1:
                variant_table = variant_table[draw.sample(list(variant_table.columns), len(variant_table.columns))]
            case 2:
                for name in variant_table.select_dtypes("float").columns:
                    variant_table[name] = variant_table[name] + draw.choice([0.009, 0.0101, 1e-12])
            case 3:
                variant_table[f"more{draw.randrange(9)}"] = column(draw, len(variant_table))
            case 4 if len(variant_table.columns) > 1:
                variant_table = variant_table.drop(columns=draw.choice(list(variant_table.columns)))
            case 5 if len(variant_table):
                variant_table = pd.concat([variant_table, variant_table.iloc[[0]]], ignore_index=True)
    return variant_table


def test_our_official_grader_agrees_with_the_official_code(utilities: ModuleType) -> None:
    draw = random.Random(20261123)
    outcomes = {0: 0, 1: 0}
    for number in range(_PAIRS):
        rows, width = draw.choice([0, 1, 2, 3, 8]), draw.choice([1, 2, 3, 6])
        gold = frame(draw, rows, width)
        predicted = variant(draw, gold) if draw.random() < 0.8 else frame(draw, rows, width)
        counted = tuple(draw.sample(range(width), draw.randrange(width + 1)))
        ignore = draw.random() < 0.8
        official_passed = utilities.compare_pandas_table(
            predicted, gold, condition_cols=list(counted), ignore_order=ignore
        )
        score = compare_frames(predicted, gold, GradedTable("t", counted, ignore))
        assert score.passed == bool(official_passed), (number, gold, predicted, counted, ignore)
        outcomes[official_passed] += 1
    assert min(outcomes.values()) > _PAIRS / 10, outcomes
