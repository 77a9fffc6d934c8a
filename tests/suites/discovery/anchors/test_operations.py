"""The steps of a slice."""

from __future__ import annotations

import pytest

from headwater.suites.discovery.anchors._operations import is_computed, is_size, operations_of

READ = "import pandas as pd\nt = pd.read_csv('/data/a/b.csv')\n"


def test_steps_come_in_the_order_of_the_computation() -> None:
    found = operations_of(
        f"{READ}u = t[(t.coast == 'north') & t.height.notna()]\nprint(u.groupby('g').height.mean() * 2)"
    )
    assert [(each.name, each.text) for each in found if each.name != "notna"] == [
        ("read_csv", "'/data/a/b.csv'"),
        ("filter", "(t.coast == 'north') & t.height.notna()"),
        ("groupby", "'g'"),
        ("mean", ""),
        ("compute", "u.groupby('g').height.mean() * 2"),
    ]


@pytest.mark.parametrize(
    ("shown", "computed", "size"),
    [
        ("t.height.mean()", True, False),
        ("t.head().loc[0, 'height']", False, False),
        ("t.height.iloc[3]", False, False),
        ("t.a.iloc[0] / t.b.iloc[0]", True, False),
        ("len(t)", True, True),
        ("t.shape[0]", True, True),
        ("len(t[t.a > 3])", True, False),
        ("len(t.dropna())", True, False),
        ("t['a' + 'b'].iloc[0]", False, False),
    ],
)
def test_computed_values_are_distinguished_from_sizes(shown: str, computed: bool, size: bool) -> None:
    operations = operations_of(f"{READ}print({shown})")
    assert is_computed(operations) is computed
    assert is_size(operations) is size
