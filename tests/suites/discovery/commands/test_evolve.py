"""The command ``headwater evolve discovery``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.suites.discovery.commands.test_review import headwater, make_tides
from tests.suites.discovery.conftest import SmallSuite

from headwater.errors import NotFoundError
from headwater.suites.discovery.commands import evolve


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["nowhere"], "nowhere: is not a lake; name a folder, or one of city, "),
        (["nowhere", "--generator", "poet"], "--generator poet: no such generator; there are rules and model:NAME"),
    ],
)
def test_missing_files_and_names_are_reported(args: list[str], problem: str) -> None:
    refused = CliRunner().invoke(evolve.command, args).exception
    assert isinstance(refused, NotFoundError)
    assert str(refused).startswith(problem)


@pytest.mark.minutes
def test_an_evolution_is_printed_again_from_its_history(own_copy: SmallSuite, tmp_path: Path) -> None:
    lake, out = make_tides(tmp_path / "tides"), tmp_path / "out"
    words = ("evolve", "discovery", str(lake), "--solver", "keywords", "--solver", "newest", "--out", str(out))
    output = headwater(own_copy, *words)
    histories = {path: path.read_bytes() for path in out.glob("*.jsonl")}
    assert len(histories) == 2
    for text in histories.values():
        events = [json.loads(line)["event"] for line in text.splitlines()]
        assert (events[0], events[1:3], events[-1]) == ("started", ["attempted", "attempted"], "ended")
    assert "hard but solvable" in output
    assert len(list((out / "questions/tides").iterdir())) == 2
    assert headwater(own_copy, *words) == output
    assert {path: path.read_bytes() for path in out.glob("*.jsonl")} == histories
