"""The small lake with one more table, and its question about a number."""

from __future__ import annotations

import threading

import pytest
from tests.suites.discovery.conftest import SmallSuite
from tests.suites.discovery.lake import questions

from headwater.suites.discovery.building import open_laboratory, open_tooling
from headwater.suites.discovery.evolving import Bench
from headwater.suites.discovery.lake import DATASETS
from headwater.suites.discovery.solvers import index_files
from headwater.suites.discovery.tasks_source import SourceTask


@pytest.fixture
def bench(own_copy: SmallSuite, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setenv("HEADWATER_HOME", str(own_copy.home))
    cancel = threading.Event()
    laboratory = open_laboratory(own_copy.home, own_copy.lake, open_tooling(own_copy.home, print), cancel)
    return Bench(laboratory, index_files(own_copy.lake / DATASETS), cancel=cancel)


@pytest.fixture
def total() -> SourceTask:
    return questions()[0]
