"""Wrong answers that every break gets: the symptom hidden, the cause left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from headwater.records import Gate
from headwater.suites.warehouse.breaks._lab import Lab, Tried
from headwater.suites.warehouse.breaks._proof import Proof, differing
from headwater.suites.warehouse.breaks._read import apply_edits
from headwater.suites.warehouse.engine import DataTest

_REPORTED = ("dim_", "fct_", "agg_", "brg_", "rpt_", "sem_")
_NUMBERS = ("INTEGER", "BIGINT", "HUGEINT", "DOUBLE", "FLOAT", "DECIMAL")


@dataclass(frozen=True)
class Counterfeit:
    """A wrong answer that is proven to lose.

    Attributes:
        files: What it leaves in place of the broken files.
        gate: Where it stops.
    """

    name: str
    why: str
    gate: Gate
    files: Mapping[str, str]


def counterfeits(lab: Lab, proof: Proof, target: str) -> list[Counterfeit]:
    """Return the masks of a break that lose, each with the gate that stops it; one that wins is no mask."""
    broken = lab.broken_files(proof.broken)
    found = []
    for name, why, files in (*_general(lab, proof, target, broken), *_own(proof, broken, lab)):
        tried = lab.build({**broken, **files}, proof.broken.inject)
        gate = stopped_at(proof, target, tried)
        if gate is not None:
            found.append(Counterfeit(name, why, gate, files))
    return found


def stopped_at(proof: Proof, target: str, tried: Tried) -> Gate | None:
    """Return the gate that stops a build; None if it goes through."""
    if not tried.is_whole:
        return Gate.FUNCTIONAL
    failing = set(tried.built.failing)
    if target in failing or failing & {failure.test for failure in proof.failures}:
        return Gate.CORRECT
    assert proof.solved is not None
    wrong = differing(tried.built, proof.solved.built)
    if failing or any(uid.rpartition(".")[2].startswith(_REPORTED) for uid in wrong):
        return Gate.ROBUST
    return Gate.PRODUCTION if wrong & set(proof.causes) else None


def _own(proof: Proof, broken: Mapping[str, str], lab: Lab) -> Iterator[tuple[str, str, dict[str, str]]]:
    for mask in proof.broken.masks:
        texts = {**lab.texts, **broken}
        yield mask.name, mask.why, apply_edits(texts, mask.edits, f"{proof.broken.id}: mask {mask.name}")


def _general(
    lab: Lab, proof: Proof, target: str, broken: Mapping[str, str]
) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Masks in the model that is tested."""
    assert proof.tried is not None
    test = proof.tried.plan.tests.get(target)
    if test is None:
        return
    uid = test.node or next((parent for parent in reversed(test.parents) if parent.startswith("model.")), "")
    step = proof.tried.plan.steps.get(uid)
    if step is None or step.kind != "model":
        return
    text = {**lab.texts, **broken}[step.file]
    content = proof.tried.built.steps[uid].content if uid in proof.tried.built.steps else None
    yield (
        "no-rows",
        f"Lets {step.name} have no rows, so that nothing can fail.",
        {step.file: _wrapped(text, "*", "false")},
    )
    condition = _not_offending(test)
    if condition:
        yield (
            "without-offending-rows",
            f"Leaves the rows that fail out of {step.name} instead of mending them.",
            {step.file: _wrapped(text, "*", condition)},
        )
    numbers = [name for name, kind in content.columns if kind.startswith(_NUMBERS)] if content else []
    if content and numbers:
        columns = [f"0 as {name}" if name in numbers else name for name, _ in content.columns]
        why = f"Replaces every number of {step.name} by a constant."
        yield "constants", why, {step.file: _wrapped(text, ", ".join(columns), "true")}


def _not_offending(test: DataTest) -> str:
    match test.test:
        case "not_null":
            return f"{test.column} is not null"
        case "unique":
            return ""
        case "not_negative":
            return f"{test.column} >= 0" if test.column else ""
        case _:
            return ""


def _wrapped(text: str, columns: str, condition: str) -> str:
    return f"select {columns}\nfrom (\n{text.rstrip()}\n) as answer\nwhere {condition}\n"
