"""Questions are proven when they are built."""

from __future__ import annotations
from tests.suites.discovery.conftest import SmallSuite


def test_tasks(small_suite: SmallSuite) -> None:
    assert small_suite.built.problems == ()
    assert small_suite.built.tasks == ("shops-harbour-total", "shops-best-district")
