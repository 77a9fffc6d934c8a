"""The review at a terminal."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from tests.suites.discovery.reviewing.drafted import reviewable

from headwater.suites.discovery.reviewing import Review, ReviewVerdict, review_at_terminal
from headwater.suites.discovery.tasks_source import read_tasks

NORTH, SOUTH = reviewable("north"), reviewable("south")


def session(folder: Path, keys: str) -> str:
    """Type keys, each on its own line, and return the output."""

    @click.command()
    def command() -> None:
        review_at_terminal(Review((NORTH, SOUTH), folder))

    result = CliRunner().invoke(command, input="".join(f"{key}\n" for key in keys.split()), catch_exceptions=False)
    return result.output


def editor(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a sed script as the person's editor."""
    path = folder / "editor.sh"
    path.write_text(f'#!/bin/sh\nsed -i {script} "$1"\n')
    path.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(path))
    monkeypatch.setenv("EDITOR", str(path))


def test_a_draft_is_shown_with_all_that_decides(tmp_path: Path) -> None:
    output = session(tmp_path, "q")
    source = NORTH.task.source
    for text in (source.question, source.guidelines, source.answer, *source.targets, "t[t.coast == 'north']"):
        assert text in output
    assert "tide_gauges/heights_2023.csv for tide_gauges/heights_2024.csv: with it, the answer is 7.00" in output


def test_a_review_continues_where_it_stopped(tmp_path: Path) -> None:
    assert "draft 1 of 2" in session(tmp_path, "a q")
    again = session(tmp_path, "r trivial")
    assert "draft 1 of 1" in again
    assert "north" not in again
    decisions = Review((NORTH, SOUTH), tmp_path).decisions.all
    assert [(each.verdict, each.why) for each in decisions.values()] == [
        (ReviewVerdict.ACCEPT, ""),
        (ReviewVerdict.REJECT, "trivial"),
    ]
    assert session(tmp_path, "") == ""


def test_skipped_drafts_are_asked_about_again(tmp_path: Path) -> None:
    session(tmp_path, "s s")
    assert "draft 1 of 2" in session(tmp_path, "s s")


def test_the_person_edits_in_an_editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(tmp_path, "'s/mean height/mean height of the sea/'", monkeypatch)
    session(tmp_path, "e q")
    (task,) = read_tasks("tides", tmp_path)
    assert task.source.question == "What is the mean height of the sea where coast is north?"


def test_lint_speaks_up_and_the_person_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(tmp_path, "'s/ is north/ is \\\\\"wild\\\\\"/'", monkeypatch)
    output = session(tmp_path, "e n n q")
    assert "it does not say 'north', by which the slice filters" in output
    assert "it says 'wild', which no step of the slice has" in output
    assert not (tmp_path / "tides").exists()
    session(tmp_path, "e y q")
    (decision,) = Review((NORTH,), tmp_path).decisions.all.values()
    assert decision.despite_lint
    assert read_tasks("tides", tmp_path)[0].source.question.endswith('is "wild"?')


def test_an_invalid_edit_is_not_a_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(tmp_path, "/guidelines/d", monkeypatch)
    output = session(tmp_path, "e n q")
    assert "this cannot be read: there is no guidelines" in output
    assert "nothing was changed" in output
    assert Review((NORTH,), tmp_path).open == [NORTH]
