"""A check that raises an error on agent output fails; a check that raises one on the control state is itself broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.grading.conftest import Judge, write_tree

from headwater.records import CheckRecord, ControlState, Outcome, ServiceName, Verdict
from headwater.sandbox import User, change_owner

BREAKS = {
    "raises": ("{}['day']", "KeyError: 'day'"),
    "raises over lines": ("raise ValueError('one\\n\\x1b[31mtwo')", "ValueError: one [31mtwo"),
    "recurses": ("deeper()", "RecursionError"),
    "takes all memory": ("bytes(8 << 30)", "MemoryError"),
    "hangs": ("time.sleep(600)", "did not end in 2 s"),
    "swallows its end": ("swallow()", "did not end in 2 s"),
    "ends its process": ("os._exit(3)", "the cell died before it returned a result"),
    "returns nothing": ("return None", "AttributeError"),
    "says what cannot be": ("return Result(False, 'x', {'y': Odd()})", "TypeError: no text"),
}
CHECKS = """
import os

class Odd:
    def __str__(self): raise TypeError("no text")

def deeper(): deeper()

def swallow():
    try:
        time.sleep(600)
    except Exception:
        time.sleep(600)

@functional
def first(graded): return expect(True, "fine")

@functional
def breaks(graded):
    if graded.workspace.exists("break"):
        {body}
    return expect({control}, "the control state")

@functional
def last(graded): return expect(not graded.workspace.exists("break"), "there should be no such file")
"""
LIMITS = {"verifier": {"check_timeout_sec": 2}}


def check(verdict: Verdict, name: str) -> CheckRecord:
    [record] = [record for record in verdict.checks if record.name == name]
    return record


@pytest.mark.parametrize("way", BREAKS)
def test_a_check_that_breaks_has_failed(judge: Judge, way: str) -> None:
    body, output = BREAKS[way]
    verdict = judge(CHECKS.format(body=body, control=True), agent_files={"break": ""}, **LIMITS)
    broken = check(verdict, "breaks")
    assert broken.outcome is Outcome.FAILED
    assert output in broken.message
    assert broken.message.isprintable()
    assert broken.control is not None
    assert (broken.control.state, broken.control.outcome) == (ControlState.REFERENCE, Outcome.PASSED)
    assert verdict.errors == ()
    assert verdict.gates_cleared == 0
    # An agent cannot hide a check behind one that breaks before it.
    assert (check(verdict, "first").outcome, check(verdict, "last").outcome) == (Outcome.PASSED, Outcome.FAILED)
    assert verdict.score == pytest.approx(1 / 3 / 5)


@pytest.mark.parametrize("way", ["raises", "hangs", "ends its process"])
def test_a_check_that_breaks_on_the_control_state_as_well_is_an_error(judge: Judge, way: str) -> None:
    body, output = BREAKS[way]
    files = {"break": ""}
    verdict = judge(CHECKS.format(body=body, control=True), agent_files=files, control=files, **LIMITS)
    [broken] = verdict.errors
    assert (broken.name, broken.outcome) == ("breaks", Outcome.ERROR)
    assert broken.control is not None
    assert broken.control.outcome is Outcome.ERROR
    assert output in broken.control.message


def test_a_check_that_fails_on_the_control_state_has_not_broken_there(judge: Judge) -> None:
    verdict = judge(CHECKS.format(body="1 / 0", control=False), agent_files={"break": ""})
    broken = check(verdict, "breaks")
    assert (broken.outcome, verdict.errors) == (Outcome.FAILED, ())
    assert broken.control is not None
    assert (broken.control.outcome, broken.control.message) == (Outcome.FAILED, "the control state")


def test_a_check_whose_assertion_does_not_hold_has_failed_without_a_control(judge: Judge) -> None:
    verdict = judge(CHECKS.format(body="assert 1 > 2, 'one\\nis less'", control=True), agent_files={"break": ""})
    failed = check(verdict, "breaks")
    assert (failed.outcome, failed.message, failed.control) == (Outcome.FAILED, "one is less", None)


def test_all_checks_together_have_a_limit(judge: Judge) -> None:
    checks = """
@functional
def slow(graded):
    time.sleep(4 if graded.workspace.exists("slow") else 0)
    return expect(True, "fine")
@functional
def late(graded): return expect(True, "fine")
"""
    verdict = judge(checks, agent_files={"slow": ""}, verifier={"timeout_sec": 3})
    assert check(verdict, "slow").passed
    late = check(verdict, "late")
    assert (late.outcome, late.message) == (Outcome.FAILED, "was not reached in the 3 s of all checks")
    assert late.control is not None
    assert late.control.outcome is Outcome.PASSED


STARTS = """
@functional
def answers(graded): return expect_equal(graded.postgres.scalar("select 1"), 1, "one")
@functional
def answers_again(graded): return expect_equal(graded.postgres.scalar("select 2"), 2, "two")
@functional
def in_a_copy(graded):
    with graded.copy() as copy:
        return expect_equal(copy.postgres.scalar("select 3"), 3, "three")
"""


@pytest.mark.parametrize("control_starts", [True, False])
def test_services_that_do_not_start_on_agent_output_are_the_agents_failure(
    judge: Judge, empty_services: dict[ServiceName, Path], tmp_path: Path, control_starts: bool
) -> None:
    data_folder = write_tree(tmp_path / "postgres", {"postgresql.auto.conf": "no such setting = [\n"})
    data_folder.chmod(0o700)
    for path in (data_folder, *data_folder.iterdir()):
        change_owner(path, User.SERVICE)
    empty = empty_services["postgres"]
    broken = {"postgres": (data_folder, empty)}
    control = {"postgres": (empty,)} if control_starts else broken
    verdict = judge(STARTS, data=broken, control_data=control)
    checks = [check(verdict, name) for name in ("answers", "answers_again", "in_a_copy")]
    assert [each.outcome for each in checks] == [Outcome.FAILED if control_starts else Outcome.ERROR] * 3
    assert all("postgres ended while starting" in each.message for each in checks)
    # one start of the server is enough to tell
    assert checks[1].duration_sec < 0.1
    assert checks[2].duration_sec < 0.1
