"""Proofs of a harness on the command line: tools that work, tools that do not, and tools without a proof."""

from __future__ import annotations

import re
import shlex
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from headwater.cli import validate_
from headwater.errors import InfraError, OptionError, UserError
from headwater.harnesses import BuiltHarness, Harness, Preparation, Proof
from headwater.jobs import Mounting, Proven, _prove, home, measure_mounting, prove_harness
from headwater.layers import FilesLayer
from headwater.sandbox import remove_tree
from headwater.trials import Setting

Prove = Callable[..., Proven]
AT = "/opt/harness/made"
PROOF = Proof(name="one", tools=(), folder=Path(__file__).parent, command="true")


@pytest.fixture
def prove(harness: BuiltHarness, cache: Path, tmp_path: Path) -> Prove:
    """Prove a copy of the harness `base` with one proof."""
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs/rows.sql").write_text("select count(*) from generate_series(1, 3)\n")

    def call(command: str, *, preparation: Preparation | None = None, **more: object) -> Proven:
        proof = Proof(name="rows", tools=("psql",), folder=tmp_path / "proofs", command=command, **more)  # type: ignore[arg-type]
        declared = Harness(name="mine", summary="", tools=("psql",), preparation=preparation, proofs=(proof,))
        [proven] = prove_harness(Setting(cache, harness, (), threading.Event()), declared, lambda _: None)
        return proven

    return call


def test_a_tool_works_if_its_command_ends_well_on_its_services(prove: Prove) -> None:
    proven = prove('test "$(psql -XAtf /proof/rows.sql)" = 3', services=("postgres",), start="sleep 0.3")
    assert proven.problem == ""
    assert proven.start_sec is not None
    assert proven.start_sec >= 0.3


def test_a_failed_program_is_reported_with_its_output(prove: Prove) -> None:
    failed = prove("echo three rows; echo no such table >&2; exit 3", start="true")
    assert failed.problem == (
        "`echo three rows; echo no such table >&2; exit 3` ended with exit code 3:\nthree rows\nno such table"
    )


def test_a_proof_does_not_run_if_its_tool_does_not_start(prove: Prove) -> None:
    failed = prove("true", start="exit 4")
    assert failed.problem.startswith("`exit 4` ended with exit code 4")
    assert failed.seconds is None


def test_a_proof_has_an_end(prove: Prove) -> None:
    assert "exit code 124" in prove("sleep 60", timeout_sec=0.5).problem


# The child holds its memory until its parent, which holds as much, has slept for several samples.
TWO_PROCESSES = """\
import subprocess, sys, time
take = "taken = b'x' * (100 << 20); print(flush=True); input()"
child = subprocess.Popen([sys.executable, "-c", take], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
taken = b"x" * (100 << 20)
child.stdout.readline()
time.sleep(0.9)
child.communicate(b"\\n")
"""


def test_memory_is_that_of_all_its_processes(prove: Prove) -> None:
    assert 200 <= prove(shlex.join(["python3", "-c", TWO_PROCESSES])).memory_mib < 300


def test_the_environment_of_a_preparation_is_available(prove: Prove, cache: Path, tmp_path: Path) -> None:
    (tmp_path / "maker").mkdir()
    (tmp_path / "maker/make.sh").write_text("echo made\n")
    layer = FilesLayer("harness", "maker-of-a-test", tmp_path / "maker")
    built = layer.build(cache, lambda _: None)
    assert prove(f"test -f {AT}/make.sh", preparation=Preparation(["make"], {}, AT, {AT: layer})).problem == ""
    remove_tree(built)


def test_mounting_is_measured_in_comparison_with_base(harness: BuiltHarness) -> None:
    measured = measure_mounting(Setting(home(), harness, (), threading.Event()), lambda _: None)
    assert measured.problem == ""
    assert measured.rounds == 21
    assert 0 < measured.base_ms < 5000
    assert abs(measured.extra_ms) < measured.base_ms
    assert 0 < abs(measured.noise_ms) < measured.base_ms


@pytest.mark.minutes
def test_mounting_that_costs_too_much_is_a_problem(harness: BuiltHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headwater.jobs._prove._ROUNDS", 3)
    python = harness.mounts["/opt/harness/python"]
    many = replace(harness, mounts={**harness.mounts, **{f"{AT}/{number}": python for number in range(1000)}})
    measured = measure_mounting(Setting(home(), many, (), threading.Event()), lambda _: None)
    assert re.fullmatch(r"mounting it costs a trial \d+\.\d ms, and the limit is 50 ms", measured.problem)
    assert measured.rounds == 3
    assert abs(measured.noise_ms) < measured.extra_ms


@pytest.mark.parametrize(("harness_ms", "is_problem"), [(160.0, False), (160.1, True), (90.0, False)])
def test_the_limit_of_mounting_is_in_comparison_with_base(harness_ms: float, is_problem: bool) -> None:
    assert bool(Mounting(110.0, 111.0, harness_ms, 21).problem) is is_problem


def test_a_tool_that_nothing_proves_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    proof = Proof(name="one", tools=("psql",), folder=Path(__file__).parent, command="psql --version")
    harness = Harness(name="base", summary="", tools=("psql", "sqlglot"), proofs=(proof,))
    monkeypatch.setattr("headwater.cli._harness_proof.find_harness", lambda _: harness)
    result = CliRunner(env={"COLUMNS": "120"}).invoke(validate_.command, ["--harness", "base"])
    assert result.exit_code == 1
    assert "base: nothing proves sqlglot; add it to a proof in `proofs`\nbase, 1 proof: 1 problem\n" in result.stdout
    assert "mounting: " in result.stdout


def test_an_error_in_a_late_proof_does_not_lose_the_earlier_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    proofs = (
        replace(PROOF, name="early"),
        replace(PROOF, name="broken", command="echo no table; exit 3"),
        replace(PROOF, name="late"),
    )
    run = _prove._in_cell

    def run_until_late(*args: Any) -> Any:
        if proofs[2] in args:
            raise InfraError("the disk is full")
        return run(*args)

    harness = Harness(name="base", summary="", proofs=proofs)
    monkeypatch.setattr("headwater.cli._harness_proof.find_harness", lambda _: harness)
    monkeypatch.setattr(_prove, "_in_cell", run_until_late)
    result = CliRunner().invoke(validate_.command, ["--harness", "base"])
    assert isinstance(result.exception, InfraError)
    rows = [line.split() for line in result.stdout.splitlines()]
    assert [(row[0], row[-1]) for row in rows[1:3]] == [("early", "works"), ("broken", "fails")]
    assert "base: broken: `echo no table; exit 3` ended with exit code 3:\nno table\n" in result.stdout
    assert "mounting" not in result.stdout


def test_each_proof_is_reported_when_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headwater.jobs._prove._ROUNDS", 1)
    harness = Harness(name="base", summary="", proofs=(replace(PROOF, name="first"), replace(PROOF, name="second")))
    monkeypatch.setattr("headwater.cli._harness_proof.find_harness", lambda _: harness)
    lines = CliRunner().invoke(validate_.command, ["--harness", "base"]).stderr.splitlines()
    expected = ["base: first", "base: first works", "base: second", "base: second works", "base: mounting"]
    assert [line for line in lines if line.startswith("base: ")] == expected


def test_slow_mounting_is_a_problem_on_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headwater.jobs._prove.MOUNTING_LIMIT_MS", -1000.0)
    monkeypatch.setattr("headwater.jobs._prove._ROUNDS", 3)
    monkeypatch.setattr("headwater.cli._harness_proof.find_harness", lambda _: Harness(name="base", summary=""))
    result = CliRunner().invoke(validate_.command, ["--harness", "base"])
    assert result.exit_code == 1
    assert "base: mounting it costs a trial " in result.stdout
    assert result.stdout.endswith("base, 0 proofs: 1 problem\n")


@pytest.mark.parametrize(
    ("harness", "message"),
    [
        (
            Harness(name="mine", summary="", proofs=(replace(PROOF, folder=Path("/nowhere")),)),
            "--harness mine: proof 'one': /nowhere: no such folder; correct its `folder`, or include it in the package",
        ),
        (
            Harness(name="mine", summary="", env={"PLACE": "{postgres.host}"}, proofs=(PROOF,)),
            "--harness mine: its variable PLACE refers to {postgres.host}, and its proof 'one' has no postgres; ",
        ),
    ],
)
def test_a_proof_that_cannot_run_is_refused_before_anything_is_built(
    monkeypatch: pytest.MonkeyPatch, harness: Harness, message: str
) -> None:
    monkeypatch.setattr("headwater.cli._harness_proof.find_harness", lambda _: harness)
    refused = CliRunner().invoke(validate_.command, ["--harness", "mine"]).exception
    assert isinstance(refused, UserError)
    assert str(refused).startswith(message)


def test_tasks_or_a_harness_are_needed() -> None:
    assert "Missing argument" in CliRunner().invoke(validate_.command).output


@pytest.mark.parametrize("option", ["--record", "--changed", "--attacks=all", "--jobs=2", "--out=job"])
def test_an_option_for_tasks_is_refused_if_there_are_none(option: str) -> None:
    result = CliRunner().invoke(validate_.command, ["--harness", "base", option])
    name = option.partition("=")[0]
    assert str(result.exception) == f"{name}: is for tasks, and the command names none; name tasks, or leave it out"
    assert isinstance(result.exception, OptionError)
