"""The examples of docs/api.md run unchanged."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import headwater

DOCUMENT = Path(__file__).parents[2] / "docs/api.md"


@pytest.mark.usefixtures("current_folder")
def test_the_examples_are_right() -> None:
    result = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0


def test_each_public_name_is_described() -> None:
    text = DOCUMENT.read_text()
    assert [name for name in headwater.__all__ if name not in text and name != "__version__"] == []
