"""Decisions are stored by what a person saw, and accepted drafts become task sources."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.suites.discovery.reviewing.drafted import reviewable

from headwater.errors import InvalidFileError
from headwater.suites.discovery.reviewing import (
    Decision,
    Review,
    Reviewable,
    ReviewVerdict,
    apply_decisions,
    read_decisions,
    reviewables,
)
from headwater.suites.discovery.tasks_source import read_tasks

NORTH, SOUTH = reviewable("north"), reviewable("south")
WORDS = {"question": "How high is the water on the north coast?", "guidelines": NORTH.task.source.guidelines}


def review(folder: Path, *drafts: Reviewable) -> Review:
    return Review(drafts or (NORTH, SOUTH), folder)


def test_an_accepted_draft_is_a_task_source(tmp_path: Path) -> None:
    review(tmp_path).decide(NORTH, ReviewVerdict.ACCEPT)
    assert read_tasks("tides", tmp_path) == (NORTH.task,)


def test_an_edited_draft_has_the_words_of_the_person(tmp_path: Path) -> None:
    review(tmp_path).decide(NORTH, ReviewVerdict.EDIT, **WORDS)
    (task,) = read_tasks("tides", tmp_path)
    assert task.source.question == WORDS["question"]
    assert task.program == NORTH.task.program


def test_decisions_hold_in_later_builds_and_under_other_ids(tmp_path: Path) -> None:
    review(tmp_path).decide(NORTH, ReviewVerdict.ACCEPT)
    renamed = reviewable("north", "tides-other")
    again = review(tmp_path, renamed, SOUTH)
    again.follow()
    assert again.open == [SOUTH]
    assert [task.source.id for task in read_tasks("tides", tmp_path)] == ["tides-north"]
    again.decide(renamed, ReviewVerdict.REJECT, why="trivial")
    assert read_tasks("tides", tmp_path) == ()
    assert review(tmp_path).open == [SOUTH]


def test_a_draft_that_shows_something_else_is_asked_about_again(tmp_path: Path) -> None:
    review(tmp_path).decide(NORTH, ReviewVerdict.ACCEPT)
    source = NORTH.task.source
    (lookalike,) = source.lookalikes
    nearer = source.model_copy(update={"lookalikes": (lookalike.model_copy(update={"path": "tide_gauges/x.csv"}),)})
    changed = Reviewable(type(NORTH.task)(nearer, NORTH.task.program), NORTH.anchor)
    assert review(tmp_path, changed).open == [changed]


def test_a_kill_loses_no_decision(tmp_path: Path) -> None:
    first = review(tmp_path)
    first.decide(NORTH, ReviewVerdict.ACCEPT)
    first.decide(SOUTH, ReviewVerdict.REJECT)
    path = tmp_path / "decisions.jsonl"
    content = path.read_bytes()
    path.write_bytes(content[:-10])  # a kill while the second line was written
    for name in ("task.toml", "program.py"):
        (tmp_path / "tides/tides-north" / name).unlink()
    (tmp_path / "tides/tides-north").rmdir()  # a kill before the source was written
    again = review(tmp_path)
    again.follow()
    assert again.open == [SOUTH]
    assert read_tasks("tides", tmp_path) == (NORTH.task,)
    again.decide(SOUTH, ReviewVerdict.REJECT)
    assert [json.loads(line)["task"] for line in path.read_text().splitlines()] == ["tides-north", "tides-south"]


def test_decisions_from_a_file_are_applied(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    without_filter = {**WORDS, "question": "How high is the water?"}
    lines: list[dict[str, object]] = [
        {"draft": NORTH.digest[:8], "verdict": "edit", **WORDS},
        {"draft": SOUTH.digest, "verdict": "edit", **without_filter},
        {"draft": "00000000", "verdict": "accept"},
    ]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    draft_review = review(tmp_path / "out")
    assert apply_decisions(draft_review, read_decisions(path)) == [
        f"{SOUTH.digest}: the edited draft does not say 'south', by which the slice filters; "
        "change it, or set despite_lint",
        "00000000: no draft begins with this digest",
    ]
    assert draft_review.open == [SOUTH]
    decision = Decision.model_validate({**lines[1], "despite_lint": True})
    assert apply_decisions(draft_review, [decision]) == []
    assert [task.source.question for task in read_tasks("tides", tmp_path / "out")] == [
        WORDS["question"],
        "How high is the water?",
    ]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"draft": "0123456789", "verdict": "maybe"}', "verdict: Input should be 'accept', 'edit' or 'reject'"),
        ('{"draft": "x", "verdict": "accept"}', "draft: String should match pattern"),
        ('{"draft": "0123456789", "verdict": "edit", "question": "What?"}', "question and guidelines belong to"),
        ('{"draft": "0123456789", "verdict": "accept", "guidelines": "One."}', "question and guidelines belong to"),
        ("no JSON", "Invalid JSON"),
    ],
)
def test_invalid_decisions_are_reported(line: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(f"\n{line}\n")
    with pytest.raises(InvalidFileError) as raised:
        read_decisions(path)
    assert str(raised.value).startswith(f"{path}, line 2: {problem}")


def test_questions_are_matched_with_their_anchors() -> None:
    found = list(reviewables([SOUTH.task], [NORTH.anchor, SOUTH.anchor]))
    assert found == [SOUTH]
