"""Headwater's own harnesses prove each of their tools."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from headwater import harnesses
from headwater.harnesses import Harness, Proof, all_harnesses
from headwater.jobs import home, prove_harness
from headwater.trials import Setting

ROOT = Path(harnesses.__file__).parent
OWN = [each for each in all_harnesses().values() if any(proof.folder.is_relative_to(ROOT) for proof in each.proofs)]
ELSEWHERE = {"classic-de", "olap-for-swe"}
QUICK = [(each, proof) for each in OWN if each.name not in ELSEWHERE for proof in each.proofs]


def test_each_tool_is_proven_by_scripts_that_are_there() -> None:
    assert {name: harness.unproven for name, harness in all_harnesses().items() if harness.unproven} == {}
    for harness in OWN:
        for proof in harness.proofs:
            for name in re.findall(r"/proof/([\w.-]+)", f"{proof.start} {proof.command}"):
                assert (proof.folder / name).is_file()


@pytest.mark.minutes
@pytest.mark.parametrize(("harness", "proof"), QUICK, ids=[f"{each.name}: {proof.name}" for each, proof in QUICK])
def test_each_works(harness: Harness, proof: Proof) -> None:
    """Those of large harnesses are in files of their own."""
    setting = Setting(home(), harnesses.prepare(harness.name, home(), print), (), threading.Event())
    assert [each.problem for each in prove_harness(setting, replace(harness, proofs=(proof,)), print)] == [""]
