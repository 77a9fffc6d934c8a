"""Writes the task folders of proven breaks."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from headwater.leaks import Stream, changed_places
from headwater.records import PromptVariant
from headwater.suites.warehouse._bi import is_of_bi
from headwater.suites.warehouse.breaks._answers import write_answer, write_file
from headwater.suites.warehouse.breaks._hide import without_tests
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.breaks._masks import Answers, alternative_files, witness
from headwater.suites.warehouse.breaks._prompts import BreakDifficulty, informed, prompt
from headwater.suites.warehouse.breaks._proof import BreakProof, Failure, differing, stored_causes
from headwater.suites.warehouse.breaks._stored import past_files, stored_relations
from headwater.suites.warehouse.breaks._symptoms import name_of_test
from headwater.suites.warehouse.grading import BrokenTask, checks_of
from headwater.suites.warehouse.judge._learned import Learned
from headwater.tasks import INSTRUCTIONS
from headwater.trials import write_atomically

MEASURES = ("hops", "fan_in", "candidate_columns", "tokens_to_read")
"""The facts about a task that measure the distance from the reported test to the cause. See `Distance`."""
TIERS = {"easy": "tier-1", "medium": "tier-2", "hard": "tier-3", "blind": "tier-3"}


@dataclass(frozen=True)
class Chosen:
    """A break chosen as a task, with the failure that the prompt reports and the difficulty of the prompt.

    Attributes:
        changed: The files from which tests are removed.
        removed: The files that are removed together with their tests.
    """

    proof: BreakProof
    failure: Failure
    difficulty: BreakDifficulty
    changed: Mapping[str, str] = field(default_factory=dict)
    removed: Sequence[str] = ()

    @property
    def id(self) -> str:
        """The id of the task, which reveals only the difficulty."""
        text = f"{self.proof.broken.id}\0{self.failure.test}\0{self.difficulty}"
        return f"{self.difficulty}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"

    @property
    def prompts(self) -> dict[PromptVariant, str]:
        """The prompts of the task."""
        assert self.proof.broken_build is not None
        facts = self.difficulty, self.failure, self.proof.broken_build.plan
        is_stored = self.proof.broken.past is not None
        return {
            PromptVariant.BASELINE: prompt(*facts, is_stored=is_stored),
            PromptVariant.INFORMED: informed(*facts, is_stored=is_stored),
        }


def choose(lab: Lab, proof: BreakProof, failure: Failure, difficulty: BreakDifficulty) -> Chosen | None:
    """Return a break as a task, or None if its tests cannot be removed on their own."""
    if difficulty is not BreakDifficulty.BLIND:
        return Chosen(proof, failure, difficulty)
    assert proof.broken_build is not None
    found = without_tests(lab.texts, proof.broken_build.plan, [failure.test for failure in proof.failures])
    if found is None or _still_there(lab, lab.broken_files(proof.broken), found, proof):
        return None
    return Chosen(proof, failure, difficulty, *found)


def write_task(lab: Lab, chosen: Chosen, answers: Answers, folder: Path, other: str) -> dict[str, object]:
    """Write the folder of a task and return its facts.

    Args:
        lab: The lab in which the task was proven.
        chosen: The task.
        answers: The answers that were tried: masks that a gate stops, and refused alternatives. The task omits the
            latter.
        folder: The folder of all tasks.
        other: The name of the base with another seed's data.
    """
    proof, one = chosen.proof, chosen.proof.broken
    assert proof.broken_build is not None
    assert proof.solved is not None
    plan = proof.broken_build.plan
    broken, solved = lab.broken_files(one), lab.solved_files(one)
    target = folder / chosen.id
    shutil.rmtree(target, ignore_errors=True)
    rebuilt = sorted(_to_rebuild(lab, proof))
    task = BrokenTask(
        target=chosen.failure.test,
        failing=tuple(failure.test for failure in proof.failures),
        causes=stored_causes(proof),
        witness=witness(proof, chosen.failure),
        inject=one.inject,
        solved=solved,
        other=other,
        learned=chosen.id,
        stored=tuple(stored_relations(plan, one)),
    )
    write_file(target / "task.toml", _config(lab, chosen, reveals(lab, chosen, task)))
    for variant, text in chosen.prompts.items():
        write_file(target / INSTRUCTIONS[variant], text)
    for name, text in {**broken, **chosen.changed}.items():
        write_file(target / "workspace" / name, text)
    write_file(target / "workspace" / ".gitkeep", "")
    write_file(target / "seed" / "01_break.py", _seed(lab, rebuilt, chosen))
    write_file(target / "checks.py", _checks(task))
    clean = {name: solved.get(name, lab.texts[name]) for name in {**broken, **solved}}
    stored = tuple(one.past.rows) if one.past else ()
    write_answer(target / "solution", "/solution", clean, one.solving_repair, stored)
    for mask in answers.losing:
        home = target / "counterfeits" / mask.name
        write_answer(home, "/counterfeit", mask.files, mask.repair, stored)
        write_file(home / "counterfeit.toml", f"gate = {json.dumps(mask.gate.value)}\nwhy = {json.dumps(mask.why)}\n")
    for each in (each for each in one.alternatives if each.name not in answers.refused):
        home = target / "alternatives" / each.name
        write_answer(home, "/alternative", alternative_files(lab, proof, each), each.repair, stored)
        write_file(home / "alternative.toml", f"why = {json.dumps(each.why)}\n")
    write_atomically(lab.base.folder / "learned" / f"{chosen.id}.json", _learned(lab, proof))
    return _facts(lab, chosen)


def reveals(lab: Lab, chosen: Chosen, task: BrokenTask) -> list[str]:
    """Return texts outside the solution's files that reveal the solution: SQL in the warehouse, and hidden tests."""
    proof = chosen.proof
    assert proof.broken_build is not None
    assert proof.solved is not None
    broken, solved = proof.broken_build.plan.steps, proof.solved.plan.steps
    texts = {**lab.texts, **lab.broken_files(proof.broken), **chosen.changed}
    honest = Stream([*texts.values(), *(step.sql for step in broken.values())])
    rendered = [
        needle.text
        for uid in sorted(broken.keys() & solved.keys())
        if broken[uid].sql != solved[uid].sql and not is_of_bi(uid)  # agents see no query of the BI layer
        for needle in changed_places(uid, broken[uid].sql, solved[uid].sql, honest)
        # DuckDB's catalog adds parentheses to the SQL of views
        if not needle.is_copy and not honest.has_without_brackets(needle.tokens)
    ]
    injected = [needle.text for sql in task.inject for needle in changed_places("", "", sql, honest)]
    is_blind = chosen.difficulty is BreakDifficulty.BLIND
    hidden = [name_of_test(failure.test) for failure in proof.failures] if is_blind else []
    return list(dict.fromkeys([proof.broken.id, *checks_of(task), *hidden, *rendered, *injected]))


def _still_there(
    lab: Lab, broken: Mapping[str, str], hidden: tuple[dict[str, str], list[str]], proof: BreakProof
) -> bool:
    """Return whether the files still contain one of the tests, or do not parse."""
    plan = lab.plan_without({**broken, **hidden[0]}, hidden[1])
    remaining_tests = {**plan.tests, **plan.unit_tests}
    removed = {failure.test for failure in proof.failures}
    before = {**lab.base.plan.tests, **lab.base.plan.unit_tests}
    return (
        bool(plan.errors)
        or bool(removed & remaining_tests.keys())
        or len(remaining_tests) != len(before) - len(removed)
    )


def _to_rebuild(lab: Lab, proof: BreakProof) -> set[str]:
    assert proof.broken_build is not None
    plan, clean = proof.broken_build.plan, lab.base.plan
    texts = {uid for uid, step in plan.steps.items() if uid in clean.steps and step.sql != clean.steps[uid].sql}
    return {
        uid
        for uid in texts | differing(proof.broken_build.built, lab.base.built)
        if plan.steps[uid].is_stored and not is_of_bi(uid)
    }


def _facts(lab: Lab, chosen: Chosen) -> dict[str, object]:
    proof, failure = chosen.proof, chosen.failure
    distance = lab.reach.distance(failure.test, failure.hops, failure.fan_in)
    measured = (distance.hops, distance.fan_in, distance.candidates, distance.tokens)
    return {
        "task": chosen.id,
        "break": proof.broken.id,
        "operator": proof.broken.operator.value,
        "domain": proof.broken.domain,
        "difficulty": chosen.difficulty.value,
        "written": proof.broken.written,
        "scope": proof.broken.scope.value if proof.broken.scope else "",
        **dict(zip(MEASURES, measured, strict=True)),
        "failing_tests": len(proof.failures),
        "changed_relations": len(proof.changed),
        "tested": failure.tested,
    }


def _config(lab: Lab, chosen: Chosen, revealing: list[str]) -> str:
    one, difficulty = chosen.proof.broken, chosen.difficulty.value
    words = chosen.failure.business or chosen.failure.symptom
    is_named = chosen.difficulty in (BreakDifficulty.EASY, BreakDifficulty.MEDIUM) or not words
    title = f"A test fails: {name_of_test(chosen.failure.test)[:80]}" if is_named else words.rstrip(".")[:110]
    return f"""\
id = {json.dumps(chosen.id)}
title = {json.dumps(title)}
suite = "warehouse"
tier = {json.dumps(TIERS[difficulty])}
category = "debugging"
competencies = ["data-quality-and-observability", "transformation-and-semantic-modeling"]
starting_state = "broken"
tags = {json.dumps([difficulty, one.operator.value, one.domain])}
base = {json.dumps(f"warehouse/bases/{lab.base.digest}")}

[verifier]
check_timeout_sec = 300

[leaks]
reveals = {json.dumps(revealing, indent=2, ensure_ascii=True)}
"""


def _seed(lab: Lab, rebuilt: list[str], chosen: Chosen) -> str:
    one, is_blind = chosen.proof.broken, chosen.difficulty is BreakDifficulty.BLIND
    hidden = [name_of_test(failure.test) for failure in chosen.proof.failures] if is_blind else []
    assert chosen.proof.broken_build is not None
    stored = stored_relations(chosen.proof.broken_build.plan, one)
    past = f"\n        past={past_files(lab, one)!r},\n        stored={stored!r}," if stored else ""
    return f'''\
"""What is broken in this workspace, beside the files in `workspace/`."""

from headwater.suites.warehouse._lay import lay


def seed(services):
    lay(
        services.workspace,
        services.base,
        rebuilt={rebuilt!r},
        removed={list(chosen.removed)!r},
        inject={list(one.inject)!r},
        hidden={hidden!r},{past}
    )
'''


def _checks(task: BrokenTask) -> str:
    return f'''\
"""Checks of one break; what they try is in headwater.suites.warehouse.grading."""

from headwater.suites.warehouse.grading import BrokenTask, checks_of

TASK = BrokenTask.model_validate_json({task.model_dump_json()!r})
globals().update(checks_of(TASK))
'''


def _learned(lab: Lab, proof: BreakProof) -> str:
    assert proof.broken_build is not None
    built, clean, plan = proof.broken_build.built, lab.base.built, proof.broken_build.plan
    steps = {
        result.action: result
        for uid, result in built.steps.items()
        if result.action and (uid not in clean.steps or clean.steps[uid].action != result.action)
    }
    tests = {
        result.action: result
        for uid, result in built.tests.items()
        if result.action and (uid not in clean.tests or clean.tests[uid].action != result.action)
    }
    names = {uid: plan.steps[uid].relation for uid in built.steps if plan.steps[uid].is_table}
    tables = {
        result.action: (names[uid].schema, names[uid].identifier)
        for uid, result in built.steps.items()
        if uid in names and result.action in steps and result.content is not None
    }
    return Learned(steps=steps, tests=tests, tables=tables).model_dump_json()
