"""Writes the task folders of published questions."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from headwater.records import Gate, Tier
from headwater.suites.discovery.building import SUITE, TOOLCHAIN, texts
from headwater.suites.discovery.documents import is_document
from headwater.suites.discovery.grading import ENTRYPOINT, PROGRAM, GradedQuestion
from headwater.suites.discovery.published._checkout import LAKE, PublishedQuestion
from headwater.suites.discovery.published._locate import TargetLocations
from headwater.suites.discovery.published._reproduce import SECONDS, Reproduction, ReproductionOutcome
from headwater.suites.discovery.scoring import QuestionDifficulty, difficulty_of, has_form_of
from headwater.untrusted import one_line

MEMORY_MB = 8192
"""The memory that the published runner gives to an agent."""
_DATA = "The data"
_NOT_COMPARED = (
    "The gates robust and performant try nothing: no reference program is proven that gives this answer alone."
)
_NOT_READ = "The gate production tries nothing either: which files the answer needs is not known."


@dataclass(frozen=True)
class PublishedTask:
    """A published question, with the locations of its files and the result of its reference code.

    Attributes:
        data: The folder with its community's data, relative to the cache.
        attempt: The result of its reference code.
    """

    source: PublishedQuestion
    data: str
    located: TargetLocations
    attempt: Reproduction

    @property
    def is_reproduced(self) -> bool:
        """Return whether the reference code computes the gold answer."""
        return self.attempt.outcome is ReproductionOutcome.REPRODUCED

    @property
    def files(self) -> tuple[str, ...]:
        """The target files, if they are known.

        They are known if the code computes the gold answer from them. They are also known if each is at the path that
        the code names and the code was not observed to read other files.
        """
        is_likely = self.located.is_certain and self.attempt.outcome is not ReproductionOutcome.OTHER_FILES
        return tuple(sorted(self.located.targets.values())) if is_likely or self.is_reproduced else ()

    @property
    def targets(self) -> tuple[str, ...]:
        """The target files that a program must read, without documents."""
        return tuple(path for path in self.files if not is_document(path))

    @property
    def is_hard(self) -> bool:
        """Return whether the question was published as hard, or is hard by the published rule."""
        difficulty = difficulty_of(self.source.question.reference_code, len(self.files) or None)
        return self.source.is_hard or difficulty is QuestionDifficulty.HARD


def write_published(published: PublishedTask, folder: Path) -> None:
    """Write the task folder of a question."""
    question = published.source.question
    graded = GradedQuestion(answer=question.answer, guidelines=question.answer_guidelines, targets=published.targets)
    hollow = texts.made_up(question.answer, question.answer_guidelines)
    has_form = has_form_of(hollow, question.answer, question.answer_guidelines)
    files = {
        "task.toml": _config(published),
        "instruction.md": texts.instruction(
            question.question, question.answer_guidelines, _DATA, None, is_changed=False
        ),
        "instruction.informed.md": texts.instruction(
            question.question, question.answer_guidelines, _DATA, published.files, is_changed=False
        ),
        "checks.py": texts.checks(graded, about=_about(published)),
        "workspace/.gitkeep": "",
        f"solution/{PROGRAM}": texts.reading(published.files, f"print({question.answer!r})"),
        "solution/solve.sh": texts.script("/solution"),
        f"counterfeits/hollow/{PROGRAM}": f"print({hollow!r})\n",
        "counterfeits/hollow/solve.sh": texts.script("/counterfeit"),
        "counterfeits/hollow/counterfeit.toml": texts.counterfeit(
            Gate.CORRECT if has_form else Gate.FUNCTIONAL, "the answer is made up"
        ),
    }
    for name, text in files.items():
        texts.write(folder / name, text)


def _about(published: PublishedTask) -> str:
    return _NOT_COMPARED if published.targets else f"{_NOT_COMPARED} {_NOT_READ}"


def _config(published: PublishedTask) -> str:
    source, attempt = published.source, published.attempt
    community = source.question.release_community
    tags = [community.replace("_", "-"), LAKE, "reproduced" if published.is_reproduced else "unproven"]
    tags += ["hard"] if published.is_hard else []
    found = f"{attempt.outcome}: {attempt.detail}" if attempt.detail else str(attempt.outcome)
    return f"""\
# {found[0].upper()}{one_line(found[1:])}.
# {_about(published)}
id = {json.dumps(source.name)}
title = {json.dumps(_title(source))}
suite = {json.dumps(SUITE)}
tier = {json.dumps(_tier(published))}
category = "query-optimization"
competencies = ["transformation-and-semantic-modeling"]
starting_state = "greenfield"
tags = {json.dumps(tags)}
data = {json.dumps(published.data)}
toolchain = {json.dumps(TOOLCHAIN)}

[agent]
memory_mb = {MEMORY_MB}

[entrypoint]
command = {json.dumps(ENTRYPOINT)}
timeout_sec = {SECONDS}

[verifier]
check_timeout_sec = {3 * SECONDS}
"""


def _title(source: PublishedQuestion) -> str:
    file = "hard questions of CoDA-Bench" if source.is_hard else "CoDA-Bench"
    return f"Question {source.question.instance_id} of {'the ' if source.is_hard else ''}{file}"


def _tier(published: PublishedTask) -> str:
    if published.is_hard:
        return Tier.TIER_3.value
    return (Tier.TIER_1 if len(published.files) == 1 else Tier.TIER_2).value
