"""Defines the command ``headwater review discovery``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from headwater.caches import require_writable_home
from headwater.cli._job import interruptible
from headwater.cli._layout import Grid, print_grid
from headwater.cli._plain import print_json
from headwater.errors import CancelledError, OptionError
from headwater.suites.discovery.commands._lakes import draft_lake, open_lake, questions_folder
from headwater.suites.discovery.commands._models import model_of
from headwater.suites.discovery.commands._options import lake_options, model_options
from headwater.suites.discovery.commands._say import say
from headwater.suites.discovery.reviewing import (
    Review,
    Reviewable,
    apply_decisions,
    read_decisions,
    review_at_terminal,
    reviewables,
)
from headwater.untrusted import one_line


@click.command("discovery")
@click.argument("lake", type=click.Path(path_type=Path, exists=True, file_okay=False))
@lake_options
@model_options
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Folder for decisions and accepted questions; by default LAKE.questions, next to the lake.",
)
@click.option("--list", "is_listed", is_flag=True, help="Print each draft with its decision, and ask nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print the drafts as JSON, and ask nothing.")
@click.option(
    "--decisions",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Apply decisions from JSON Lines, and ask nothing.",
)
def command(
    lake: Path,
    name: str,
    per_notebook: int,
    writer: str,
    budgets: tuple[str, ...],
    replay: Path | None,
    record: Path | None,
    prices: Path | None,
    out: Path | None,
    decisions: Path | None,
    *,
    is_listed: bool,
    as_json: bool,
) -> None:
    """Review the questions drafted from LAKE: accept, edit or reject each.

    Decisions are stored, and only drafts without a decision are shown.
    """
    is_silent = is_listed or as_json or decisions is not None
    if not is_silent and not sys.stdin.isatty():
        raise OptionError(
            "there is no terminal to ask at", where="review", fix="print drafts with --json, and give --decisions FILE"
        )
    decided = read_decisions(decisions) if decisions is not None else []
    model = model_of(budgets, replay, record, prices)
    require_writable_home()
    with interruptible() as cancel:
        try:
            opened = open_lake(lake, name, cancel)
            drafted = draft_lake(opened, writer, model, per_notebook, cancel)
        except CancelledError as interrupted:
            say(f"{interrupted}; the next review resumes from here")
            raise SystemExit(130) from None
    review = Review(tuple(reviewables(drafted.intake.questions, drafted.anchors)), out or questions_folder(lake))
    review.follow()
    problems = apply_decisions(review, decided)
    if not is_silent:
        review_at_terminal(review)
    _print(review, is_listed=is_listed, as_json=as_json)
    for problem in problems:
        say(one_line(problem))
    if problems:
        raise SystemExit(1)


def _print(review: Review, *, is_listed: bool, as_json: bool) -> None:
    if as_json:
        print_json([_content(review, draft) for draft in review.drafts])
        return
    if is_listed:
        rows = [_row(review, draft) for draft in review.drafts]
        print_grid(Grid(("draft", "task", "decision", "question"), rows))
    counts = Counter(_state(review, draft) for draft in review.drafts)
    click.echo(f"{', '.join(f'{count} {state}' for state, count in sorted(counts.items())) or 'no drafts'}")
    click.echo(f"accepted questions are in {review.folder}")


def _row(review: Review, draft: Reviewable) -> Sequence[str]:
    source = draft.task.source
    return (draft.digest, source.id, _state(review, draft), one_line(source.question))


def _state(review: Review, draft: Reviewable) -> str:
    decision = review.decision(draft)
    return "open" if decision is None else decision.verdict.value


def _content(review: Review, draft: Reviewable) -> dict[str, object]:
    decision = review.decision(draft)
    return {
        "draft": draft.digest,
        **draft.task.source.model_dump(mode="json", by_alias=True, exclude={"counterfeits"}),
        "program": draft.task.program,
        "decision": decision.model_dump(mode="json", exclude_defaults=True) if decision is not None else None,
    }
