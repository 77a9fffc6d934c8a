"""Turns a draft into a question with look-alikes and counterfeits, or returns the reason why that is not possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from headwater.suites.discovery.building import Laboratory, Run
from headwater.suites.discovery.intake._lookalikes import Substitute, mistake
from headwater.suites.discovery.intake._wrong import wrong_programs, wrong_words
from headwater.suites.discovery.lake import readable
from headwater.suites.discovery.questions import Draft, program_of
from headwater.suites.discovery.scoring import QuestionDifficulty, difficulty_of, has_form_of, strict_difference
from headwater.suites.discovery.solvers import DataFile
from headwater.suites.discovery.tasks_source import CounterfeitSource, Lookalike, SourceTask, TaskSource

_LOOKALIKES = 4
_REPLACED = 3
_CHANGED = 3
_LEAST = 4
"""The minimum number of counterfeits per question."""
_SHORT = 10
"""The maximum number of lines of a program with one or two steps."""


class Refusal(StrEnum):
    """A reason why no question is created from an anchor."""

    WORDS = "has a step for which the writer has no words"
    LINT = "has a draft that breaks a rule"
    MANY = "is one of many of its notebook"
    NAMES = "needs a file whose name is no text"
    SAME = "has a look-alike that gives the same answer"
    ALONE = "has no look-alike that gives another answer"
    FEW = "has fewer than four wrong solutions"


def question_of(
    draft: Draft, name: str, community: str, files: Sequence[DataFile], laboratory: Laboratory
) -> SourceTask | Refusal:
    """Find files that are easily mistaken for a draft's targets, and return the draft as a question or a refusal.

    Args:
        draft: A draft that passes lint.
        name: The id of the question.
        community: The name of its lake.
        files: All data files in the lake.
        laboratory: Runs programs on that data.
    """
    program = program_of(draft.anchor)
    found = mistake(program, draft.anchor.files, files, laboratory)
    if any(each.gives(draft.answer, draft.guidelines) for each in found):
        return Refusal.SAME
    wrong = [each for each in found if _is_wrong(each.output, draft)]
    if not wrong:
        return Refusal.ALONE
    counterfeits = [
        *_replaced(program, wrong, laboratory),
        *_counterfeit_sources(program, draft, laboratory),
        *_worded(draft),
    ]
    if len(counterfeits) < _LEAST:
        return Refusal.FEW
    notebook = readable(draft.anchor.notebook)
    fields = {
        "id": name,
        "title": f"{notebook}, cell {draft.anchor.cell}",
        "community": community,
        "tier": _tier(program, draft),
        "question": draft.question,
        "guidelines": draft.guidelines,
        "answer": draft.answer,
        "targets": draft.anchor.files,
        "notebook": notebook,
        "cell": draft.anchor.cell,
        "lookalikes": tuple(_lookalikes(wrong, found)),
        "counterfeits": tuple(counterfeits),
    }
    return SourceTask(TaskSource.model_validate(fields), program)


def _is_wrong(output: str, draft: Draft) -> bool:
    """Return whether a program's output is a different answer of the same form."""
    if not output or "nan" in output.lower():
        return False
    if not strict_difference(output, draft.answer, draft.guidelines):
        return False
    return has_form_of(output, draft.answer, draft.guidelines)


def _lookalikes(wrong: Sequence[Substitute], substitutes: Sequence[Substitute]) -> Iterator[Lookalike]:
    """Yield the look-alikes that give a different answer, then the look-alikes with which the program fails."""
    failing = [each for each in substitutes if each not in wrong]
    for each in [*wrong, *failing][:_LOOKALIKES]:
        what = f"the answer is {each.output}" if each in wrong else "the program fails"
        yield Lookalike.model_validate({"path": each.path, "for": each.target, "why": f"with it, {what}"})


def _replaced(program: str, wrong: Sequence[Substitute], laboratory: Laboratory) -> list[CounterfeitSource]:
    """Return programs that read a look-alike instead, if a string literal in the program contains the target's name."""
    tries = [
        (CounterfeitSource(name=f"look-alike-{number}", gate="correct", why=why, edit=(renaming,)), each)
        for number, each in enumerate(wrong[:_REPLACED], start=1)
        if (renaming := _renaming(program, each))
        for why in [f"it reads {each.path} and not {each.target}"]
    ]
    found = laboratory.run(*(Run(each.program(program), (laboratory.datasets,)) for each, _ in tries)) if tries else []
    return [
        counterfeit
        for (counterfeit, mistaken), ran in zip(tries, found, strict=True)
        # The edit replaces only the first form of the name, so the program might still read the target in another
        # place.
        if not ran.failure and ran.output == mistaken.output
    ]


def _renaming(program: str, mistaken: Substitute) -> tuple[str, str] | None:
    """Return the target's name as the program writes it and its replacement, or None if the program builds the name."""
    names = [(f"/data/{mistaken.target}", f"/data/{mistaken.path}"), (mistaken.target, mistaken.path)]
    dataset, _, path = mistaken.target.partition("/")
    other, _, other_path = mistaken.path.partition("/")
    if dataset == other:
        names.append((path, other_path))
    return next(((old, new) for old, new in names if old in program), None)


def _counterfeit_sources(program: str, draft: Draft, laboratory: Laboratory) -> list[CounterfeitSource]:
    tries = wrong_programs(program)
    found = laboratory.run(*(Run(each.program, (laboratory.datasets,)) for each in tries)) if tries else []
    return [
        CounterfeitSource(name=each.name, gate="correct", why=each.why, edit=((program, each.program),))
        for each, ran in zip(tries, found, strict=True)
        if not ran.failure and _is_wrong(ran.output, draft)
    ][:_CHANGED]


def _worded(draft: Draft) -> list[CounterfeitSource]:
    return [
        CounterfeitSource(name=each.name, gate="correct", why=each.why, answer=each.answer)
        for each in wrong_words(draft.answer, draft.guidelines)
    ]


def _tier(program: str, draft: Draft) -> str:
    if difficulty_of(program, len(draft.anchor.files)) is QuestionDifficulty.HARD:
        return "tier-3"
    return "tier-2" if len(draft.anchor.files) > 1 or len(program.splitlines()) > _SHORT else "tier-1"
