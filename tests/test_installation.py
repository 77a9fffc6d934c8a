"""Installations: the steps of their programs, signs of life in long ones, and programs that fail."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from headwater import installation
from headwater.errors import LayerError
from headwater.installation import Installation


@pytest.fixture
def messages() -> list[str]:
    return []


@pytest.fixture
def installing(messages: list[str]) -> Installation:
    return Installation("harness mine", messages.append, lambda output: "put it there" if "absent" in output else "")


def test_a_long_step_is_reported_with_its_time_and_the_latest_line(
    installing: Installation, messages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "_EVERY_SEC", 0.5)
    installing.run(["sh", "-c", "echo one; printf 'two \\033[1m\\n'; sleep 1.8"], "fetching")
    first, *signs = messages
    assert first == "harness mine: 0 s, fetching"
    assert len(signs) >= 2
    assert re.fullmatch(r"harness mine: [1-9]\d* s, fetching \(two \[1m\)", signs[-1])


def test_a_program_that_prints_much_is_reported_in_few_lines(installing: Installation, messages: list[str]) -> None:
    installing.run(["seq", "100000"], "counting")
    installing.end()
    assert [re.sub(r"\d+ s", "N s", message) for message in messages] == [
        "harness mine: N s, counting",
        "harness mine: built in N s",
    ]


def test_a_program_announces_its_next_step(installing: Installation, messages: list[str], tmp_path: Path) -> None:
    program = ["sh", "-c", "echo Prepared 3 packages >&2; printf 'Installed 3' > seen; printf 'Installed 3'"]
    installing.run(program, "fetching", then={"Prepared ": "copying", "Installed ": "compiling"}, cwd=tmp_path)
    assert [message.rpartition(", ")[2] for message in messages] == ["fetching", "copying", "compiling"]
    assert (tmp_path / "seen").exists()


def test_the_end_of_an_installation_without_programs_is_not_reported(
    installing: Installation, messages: list[str]
) -> None:
    installing.end()
    assert messages == []


def test_a_program_that_fails_is_reported_with_its_output_and_the_fix(installing: Installation) -> None:
    with pytest.raises(LayerError) as raised:
        installing.run(["sh", "-c", "echo first; echo absent >&2; exit 2"], "fetching")
    assert str(raised.value) == "harness mine: could not be installed: first\nabsent; put it there"
