"""Finds weaknesses in a task without running the task."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from headwater.policy import Policy
from headwater.records import Gate, PromptVariant, Tier
from headwater.tasks._checks import check_files, check_functions, gated
from headwater.tasks._demands import Places
from headwater.tasks._files import parse_python
from headwater.tasks._names import NeededName, needed_names
from headwater.tasks._reach import ReferenceGraph
from headwater.tasks._read import INSTRUCTIONS, Task
from headwater.tasks._solutions import ALTERNATIVES, COUNTERFEITS

_MIN_COUNTERFEITS = 3
# The minimum and maximum number of the task's own checks in each gate.
_CHECKS_PER_GATE: dict[Tier, tuple[int, int | None]] = {
    Tier.TIER_1: (3, 5),
    Tier.TIER_2: (5, 10),
    Tier.TIER_3: (10, None),
}

# "Gate", "check", "test" and "score" are also ordinary words, as in the gates of a harbor, a check constraint, a dbt
# test or a credit score. These patterns match only uses that tell an agent how it is measured.
_TELLTALES = (
    re.compile(r"\bheadwater\b", re.IGNORECASE),
    re.compile(r"\b(?:five|functional|correct|robust|performant|production|grading)\s+gates?\b", re.IGNORECASE),
    re.compile(r"\b(?:clear|pass)(?:s|es|ed|ing)?\s+(?:\w+\s+){0,2}gates?\b", re.IGNORECASE),
    re.compile(r"(?<!-)\bgrad(?:e[sd]?|ing|ers?)\b", re.IGNORECASE),
    re.compile(r"(?<!health )(?<!quality )(?<!sanity )(?<!freshness )\bchecks\b(?! constraint)", re.IGNORECASE),
    re.compile(r"\b(?:a|the|this|each|every|hidden)\s+check\b(?! constraint)", re.IGNORECASE),
    re.compile(r"\b(?:hidden|secret)\s+tests?\b", re.IGNORECASE),
    re.compile(r"\btests?\b[^.\n]{0,40}\bscor(?:e[sd]?|ing)\b", re.IGNORECASE),
    re.compile(r"\b(?:your\s+score|you\b[^.\n]{0,20}\bscored|your\s+work\b[^.\n]{0,20}\bscored)\b", re.IGNORECASE),
)


@dataclass(frozen=True)
class LintFinding:
    """A weakness in a task.

    Attributes:
        file: The file, relative to the task folder.
        line: The line, counted from 1, or None if the finding concerns the whole file.
        message: One line that states the problem and its fix.
    """

    file: Path
    line: int | None
    message: str

    def __str__(self) -> str:
        """Return the finding in one line, as compilers print them."""
        return f"{self.file}{f':{self.line}' if self.line else ''}: {self.message}"


def lint_task(task: Task, policy: Policy) -> tuple[LintFinding, ...]:
    """Return the findings that an author has to fix, in the order of the rules.

    Args:
        task: The task.
        policy: The policy of the task's suite. If the suite's own code grades all tasks, only the wording is linted.

    Raises:
        InvalidTaskError: Two checks have the same name.
    """
    if policy.shared_checks:
        return tuple(_wording(task))
    places = Places(task)
    return (
        *_number_of_checks(task),
        *_solutions(task, policy.alternatives),
        *_shape_of_checks(task),
        *_checks_that_do_not_count(task),
        *_contract_of_names(task, places),
        *_demands(task, places, policy),
        *_length_of_prompt(task, policy),
        *_wording(task),
    )


def _number_of_checks(task: Task) -> Iterator[LintFinding]:
    least, most = _CHECKS_PER_GATE[task.config.tier]
    expected_number = f"{least} or more" if most is None else f"{least} to {most}"
    counts = Counter(check.gate for check in check_functions(task))
    for gate in Gate:
        count = counts[gate]
        if count < least or (most is not None and count > most):
            message = f"task checks in gate {gate}: {count}; {task.config.tier} wants {expected_number}"
            yield _finding(task, task.checks, None, message)


def _solutions(task: Task, alternatives: int) -> Iterator[LintFinding]:
    if (count := len(task.counterfeits)) < _MIN_COUNTERFEITS:
        message = f"counterfeits: {count}; write at least {_MIN_COUNTERFEITS} plausible wrong solutions"
        yield _finding(task, task.folder / COUNTERFEITS, None, message)
    if (count := len(task.alternatives)) < alternatives:
        message = f"alternatives: {count}; write at least {alternatives} right solutions of another architecture"
        yield _finding(task, task.folder / ALTERNATIVES, None, message)
    for counterfeit in task.counterfeits:
        if not counterfeit.why.strip():
            yield _finding(task, counterfeit.config, None, "why is empty; say in one sentence what is wrong with it")
    for alternative in task.alternatives:
        if not alternative.why.strip():
            message = "why is empty; say in one sentence which other architecture it is"
            yield _finding(task, alternative.config, None, message)


def _shape_of_checks(task: Task) -> Iterator[LintFinding]:
    for path in check_files(task):
        for node, _ in gated(parse_python(path)):
            if not ast.get_docstring(node):
                yield _finding(task, path, node.lineno, f"check {node.name} has no docstring; say what holds")
            if node.returns is None:
                message = f"check {node.name} has no return annotation; add `-> Result`"
                yield _finding(task, path, node.lineno, message)
            if not _has_one_parameter(node.args):
                message = f"check {node.name} must have one parameter, `graded: Graded`"
                yield _finding(task, path, node.lineno, message)


def _checks_that_do_not_count(task: Task) -> Iterator[LintFinding]:
    run = check_files(task)
    for path in (path for path in task.helpers if path not in run):
        for node, _ in gated(parse_python(path)):
            message = f"check {node.name} does not count; put `from {path.stem} import *` in checks.py"
            yield _finding(task, path, node.lineno, message)


def _has_one_parameter(arguments: ast.arguments) -> bool:
    positional = [*arguments.posonlyargs, *arguments.args]
    others = (arguments.vararg, arguments.kwarg, *arguments.kwonlyargs)
    return len(positional) == 1 and not any(others)


def _contract_of_names(task: Task, places: Places) -> Iterator[LintFinding]:
    """Find names in checks that an agent cannot know, because neither the prompts nor the environment contain them."""
    for path in (task.checks, *task.helpers):
        for needed in needed_names([parse_python(path)]):
            silent = [file for file, text in places.prompts.items() if not needed.is_in(text)]
            if silent and not needed.is_in(places.environment):
                yield _finding(task, path, needed.line, _missing(needed, silent))


def _missing(needed: NeededName, silent: list[str]) -> str:
    return (
        f"{needed.kind.value} {needed.name!r} is not in {' nor in '.join(silent)},"
        " and not in workspace/ or seed/ either; name it there"
    )


def _demands(task: Task, places: Places, policy: Policy) -> Iterator[LintFinding]:
    """Find demands that the named place does not state, and names that neither this place nor both prompts contain.

    Checks without a demand are found if the policy requires demands.
    """
    reach = ReferenceGraph((task.checks, *task.helpers))
    for path in check_files(task):
        for check, mark in gated(parse_python(path)):
            demand = mark.demand
            if not demand:
                if policy.demands:
                    message = f"check {check.name} names no place that states its demand; add `demand=`"
                    yield _finding(task, path, check.lineno, message)
                continue
            if fault := places.fault(demand):
                yield _finding(task, path, check.lineno, f"check {check.name}: demand {demand!r}: {fault}")
                continue
            for needed in needed_names(reach.of(path.stem, check)):
                if not places.contain(needed, demand):
                    message = f"check {check.name} needs {needed.kind.value} {needed.name!r}, which is not in both"
                    yield _finding(task, path, check.lineno, f"{message} instructions nor at {demand!r}; name it there")


def _length_of_prompt(task: Task, policy: Policy) -> Iterator[LintFinding]:
    if policy.prompt_words is None:
        return
    words = len(task.instruction(PromptVariant.BASELINE).split())
    most = policy.prompt_words[list(Tier).index(task.config.tier)]
    if words > most:
        message = f"{words} words, and {task.config.tier} allows {most}; say what the user wants and why, and no more"
        yield _finding(task, task.folder / INSTRUCTIONS[PromptVariant.BASELINE], None, message)


def _wording(task: Task) -> Iterator[LintFinding]:
    for file in INSTRUCTIONS.values():
        path = task.folder / file
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for pattern in _TELLTALES:
                if match := pattern.search(line):
                    message = f"{match[0]!r} tells the agent how it is measured; say what the user needs"
                    yield _finding(task, path, number, message)


def _finding(task: Task, path: Path, line: int | None, message: str) -> LintFinding:
    return LintFinding(path.relative_to(task.folder), line, message)
