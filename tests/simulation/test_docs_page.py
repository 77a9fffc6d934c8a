"""The examples of docs/simulation.md and of the package's docstring run as they stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.documentation import run_examples

from headwater import simulation

PAGE = Path(__file__).parents[2].joinpath("docs/simulation.md").read_text()


@pytest.mark.parametrize("text", [PAGE, simulation.__doc__], ids=["page", "docstring"])
def test_the_examples(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_examples(text)
