"""Runs a review at a terminal, one draft at a time, until all drafts are decided or the reviewer stops."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator

import click

from headwater.suites.discovery.reviewing._decisions import ReviewVerdict
from headwater.suites.discovery.reviewing._drafts import Reviewable
from headwater.suites.discovery.reviewing._review import Review
from headwater.untrusted import one_line

_CHOICES = {"a": "accept", "e": "edit", "r": "reject", "s": "skip", "q": "quit"}
_FIELDS = ("question", "guidelines")


def review_at_terminal(review: Review) -> None:
    """Ask the reviewer about each undecided draft, and store each decision immediately."""
    open_drafts = review.open
    for number, draft in enumerate(open_drafts, start=1):
        click.echo(f"\n{click.style(f'draft {number} of {len(open_drafts)}', bold=True)}  {draft.digest}")
        for line in show(draft):
            click.echo(line)
        if not _decide(review, draft):
            return


def show(draft: Reviewable) -> Iterator[str]:
    """Yield the lines that show a draft: its words, answer, slice and look-alikes."""
    source = draft.task.source
    yield f"  from        {one_line(source.notebook)}, cell {source.cell}"
    yield f"  question    {one_line(source.question)}"
    yield f"  guidelines  {one_line(source.guidelines)}"
    yield f"  answer      {one_line(source.answer)}"
    for target in source.targets:
        yield f"  target      {one_line(target)}"
    yield "  slice"
    for line in draft.task.program.splitlines():
        indent = len(line) - len(line.lstrip())
        yield f"    {' ' * indent}{one_line(line)}"
    yield "  look-alikes"
    for each in source.lookalikes:
        yield f"    {one_line(each.path)} for {one_line(each.target)}: {one_line(each.why)}"


def _decide(review: Review, draft: Reviewable) -> bool:
    """Ask until the reviewer decides or stops, and return whether to continue."""
    choices = ", ".join(f"[{key}]{name[1:]}" for key, name in _CHOICES.items())
    while True:
        match click.prompt(choices, type=click.Choice(list(_CHOICES)), show_choices=False):
            case "a":
                review.decide(draft, ReviewVerdict.ACCEPT)
            case "r":
                why = click.prompt("why (may be left empty)", default="", show_default=False)
                review.decide(draft, ReviewVerdict.REJECT, why=why)
            case "e" if words := _edited(draft):
                review.decide(draft, ReviewVerdict.EDIT, **words)
            case "e":
                click.echo("nothing was changed")
                continue
            case "q":
                return False
            case _:
                pass
        return True


def _edited(draft: Reviewable) -> dict[str, str | bool]:
    """Let the reviewer edit the words. Return None if they are unchanged."""
    source = draft.task.source
    before = {"question": source.question, "guidelines": source.guidelines}
    # A JSON string is also a valid TOML string.
    text = "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in before.items())
    while True:
        # The result is None if the editor was closed without saving.
        text = click.edit(text, extension=".toml") or ""
        try:
            words = _read(text) if text.strip() else before
        except ValueError as error:
            click.echo(f"this cannot be read: {one_line(str(error))}")
            if not click.confirm("edit it again?", default=True):
                return {}
            continue
        if words == before:
            return {}
        problems = draft.problems(**words)
        for problem in problems:
            click.echo(f"it {one_line(problem)}")
        if not problems:
            return dict(words)
        if click.confirm("keep it all the same?", default=False):
            return {**words, "despite_lint": True}
        if not click.confirm("edit it again?", default=True):
            return {}


def _read(text: str) -> dict[str, str]:
    """Parse the edited words.

    Raises:
        ValueError: The text is not TOML, or a field is missing.
    """
    found = tomllib.loads(text)
    words = {name: str(found.get(name, "")).strip() for name in _FIELDS}
    if missing := [name for name, value in words.items() if not value]:
        raise ValueError(f"there is no {missing[0]}")
    return words
