"""Discovery accuracy of declared files."""

from __future__ import annotations

import pytest

from headwater.suites.discovery.predictions import score_files
from headwater.suites.discovery.scoring import FileScore

TARGETS = (("harbor_log", "boats.csv"), ("port_list", "ports.csv"))
BOATS, PORTS, OTHER = "/data/harbor_log/source/boats.csv", "port-list/ports.csv", "harbor_log/source/crew.csv"


@pytest.mark.parametrize(
    ("declared", "score"),
    [
        ([BOATS, PORTS], FileScore(True, True, 1.0, 1.0, 1.0)),
        ([BOATS, PORTS, OTHER, OTHER], FileScore(False, True, 2 / 3, 1.0, 0.8)),
        ([BOATS, BOATS], FileScore(False, False, 1.0, 0.5, 2 / 3)),
        ([BOATS, OTHER], FileScore(False, False, 0.5, 0.5, 0.5)),
        ([OTHER], FileScore(False, False, 0.0, 0.0, 0.0)),
        ([], FileScore(False, False, 0.0, 0.0, 0.0)),
    ],
)
def test_both_definitions_and_the_shares_are_side_by_side(declared: list[str], score: FileScore) -> None:
    assert score_files(declared, TARGETS) == score
