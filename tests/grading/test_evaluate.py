"""Checks run in separate processes, in the order of the gates, and every error in a check is recorded."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from tests.grading.conftest import BASE, Evaluated, Grade

from headwater.errors import UserError
from headwater.grading import AgentExit, check_limit_sec, checks_digest, load_checks, make_verdict
from headwater.policy import Policy
from headwater.records import Gate, Kind, Outcome, Status, TaskConfig


def verdict_of(evaluated: Evaluated) -> str:
    by_gate = {gate: [record for record in evaluated.records if record.gate is gate] for gate in Gate}
    return make_verdict(by_gate).model_dump_json()


FIVE = """
@production(demand="prompt")
def p(graded): return expect(True, "fine")
@functional
def f(graded): return expect(True, "fine")
@correct
def c(graded): return expect({correct}, "c should hold", seen=3)
@robust
def r(graded): return expect(True, "fine")
@performant
def q(graded): return expect(True, "fine")
"""


def own(evaluated: Evaluated) -> list[str]:
    return [record.name for record in evaluated.records if record.kind is Kind.TASK]


def test_gates_are_evaluated_in_order_independently_of_files(grade: Grade) -> None:
    evaluated = grade(FIVE.format(correct=True), all_gates=False)
    assert own(evaluated) == ["f", "c", "r", "q", "p"]
    assert evaluated.failed() == []
    assert evaluated.started == [record.name for record in evaluated.records]


def test_a_failed_required_check_ends_grading(grade: Grade) -> None:
    others = "".join(f"@correct\ndef c{number}(graded): return expect(True, 'fine')\n" for number in range(9))
    for required, names in ((True, ["f", "c"]), (False, ["f", "c", "r"])):
        decisive = f"@correct(required={required})\ndef c(graded): return expect(False, 'rows are lost')\n"
        later = "@functional\ndef f(graded): return expect(True, '')\n@robust\ndef r(graded): return expect(True, '')\n"
        evaluated = grade(decisive + others + later, all_gates=False)
        assert [name for name in own(evaluated) if len(name) == 1] == names
        assert evaluated["c"].required is required


def test_core_checks_come_first_in_their_gate(grade: Grade) -> None:
    evaluated = grade(FIVE.format(correct=True))
    kinds = [record.kind for record in evaluated.records if record.gate is Gate.PRODUCTION]
    assert kinds == sorted(kinds, key=lambda kind: kind is Kind.TASK)
    assert len(kinds) > 5


def test_the_first_failed_gate_ends_grading(grade: Grade) -> None:
    evaluated = grade(FIVE.format(correct=False), all_gates=False)
    assert own(evaluated) == ["f", "c"]
    assert (evaluated["c"].outcome, evaluated["c"].message) == (Outcome.FAILED, "c should hold")
    assert evaluated["c"].details == {"seen": 3}


def test_a_proof_continues_after_a_failed_gate(grade: Grade) -> None:
    assert own(grade(FIVE.format(correct=False), all_gates=True)) == ["f", "c", "r", "q", "p"]


def test_a_check_that_raises_is_an_error_and_the_next_one_runs(grade: Grade) -> None:
    evaluated = grade(
        """
@functional
def broken(graded): return expect({}["day"], "never")
@functional
def returns_nothing(graded): pass
@functional
def fine(graded): return expect(True, "fine")
"""
    )
    assert evaluated["broken"].outcome is Outcome.ERROR
    assert evaluated["broken"].message == "KeyError: 'day'"
    assert "checks.py" in evaluated["broken"].details["traceback"]
    assert evaluated["returns_nothing"].outcome is Outcome.ERROR
    assert evaluated["fine"].passed


def test_a_refused_query_is_the_agents_failure_and_no_error(grade: Grade) -> None:
    evaluated = grade(
        """
@functional
def refused(graded): return expect_equal(graded.postgres.query("select * from app.nothing"), [], "it")
@functional
def raised(graded): raise QueryError("no such table")
""",
        services=["postgres"],
    )
    assert evaluated["refused"].outcome is Outcome.FAILED
    assert evaluated["refused"].message == 'a query was refused: relation "app.nothing" does not exist'
    assert evaluated["raised"].outcome is Outcome.FAILED


def test_a_service_that_the_task_does_not_declare_is_the_checks_error(grade: Grade) -> None:
    evaluated = grade("@functional\ndef kafka(graded): return expect(graded.kafka.topics(), 'topics')")
    assert evaluated["kafka"].outcome is Outcome.ERROR
    assert "declares no service kafka" in evaluated["kafka"].message


@pytest.mark.parametrize("body", ["time.sleep(600)", "while True: pass", "graded.workspace.files(); time.sleep(600)"])
def test_a_check_that_hangs_is_ended_and_the_next_one_runs(grade: Grade, body: str) -> None:
    started = time.monotonic()
    evaluated = grade(
        f"""
@functional
def hangs(graded):
    {body}
@functional
def fine(graded): return expect(True, "fine")
""",
        verifier={"check_timeout_sec": 2},
    )
    assert time.monotonic() - started < 400
    assert evaluated["hangs"].outcome is Outcome.ERROR
    assert evaluated["hangs"].message == "did not end in 2 s"
    assert evaluated["fine"].passed


def test_details_that_are_not_json_become_text(grade: Grade) -> None:
    evaluated = grade(
        """
from datetime import date
from decimal import Decimal
from pathlib import Path
@functional
def odd(graded):
    return expect(True, "fine", day=date(2026, 1, 2), price=Decimal("1.5"), path=Path("x"), rows=[(1, "a")],
                  by_day={date(2026, 1, 2): 1, (1, 2): 2}, raw=b"x", nan=float("nan"), some={3})
"""
    )
    assert evaluated["odd"].passed
    details = evaluated["odd"].details
    assert (details["day"], details["price"], details["path"]) == ("2026-01-02", "1.5", "x")
    assert details["rows"] == [[1, "a"]]
    assert details["by_day"] == {"2026-01-02": 1, "(1, 2)": 2}
    assert verdict_of(evaluated)


def test_any_file_name_of_an_agent_can_be_recorded(grade: Grade) -> None:
    name = os.fsdecode(b"caf\xe9.py")
    evaluated = grade(
        """
@functional
def names(graded):
    names = graded.workspace.files()
    return expect(False, names[0], files=names)
""",
        files={name: 'PASSWORD = "hunter2-hunter2"\n'},
    )
    assert evaluated["names"].message == "caf\\udce9.py"
    assert not evaluated["no_hardcoded_credentials"].passed
    assert "caf" in verdict_of(evaluated)


def test_helpers_next_to_the_checks_can_be_imported(tmp_path: Path) -> None:
    (tmp_path / "_rules.py").write_text("LIMIT = 3\n")
    (tmp_path / "checks.py").write_text(
        "from _rules import LIMIT\nfrom headwater.grading import *\n"
        "@robust\ndef b(graded): pass\n@functional\ndef a(graded): pass\n@functional\ndef c(graded): pass\n"
    )
    found = load_checks(tmp_path / "checks.py")
    assert {gate: [check.__name__ for check in checks] for gate, checks in found.items()} == {
        Gate.ROBUST: ["b"],
        Gate.FUNCTIONAL: ["a", "c"],
    }


def test_checks_of_helpers_that_a_star_imports_run_in_their_order(tmp_path: Path) -> None:
    head = "from headwater.grading import *\n"
    (tmp_path / "_gate.py").write_text(head + "@robust\ndef z(graded): pass\n@robust\ndef a(graded): pass\n")
    (tmp_path / "checks.py").write_text(f"from _gate import *\n{head}@robust\ndef b(graded): pass\n")
    found = load_checks(tmp_path / "checks.py")
    assert [check.__name__ for check in found[Gate.ROBUST]] == ["z", "a", "b"]


@pytest.mark.parametrize("text", ["import nothing_of_that_name\n", "1 / 0\n", "raise SystemExit(0)\n"])
def test_checks_that_cannot_be_imported_are_the_authors_mistake(tmp_path: Path, text: str) -> None:
    (tmp_path / "checks.py").write_text(text)
    with pytest.raises(UserError, match=r"checks\.py: cannot be imported: \w+"):
        load_checks(tmp_path / "checks.py")


def test_a_check_may_wait_for_the_agents_code() -> None:
    def limit(**config: object) -> float:
        return check_limit_sec(TaskConfig.model_validate({**BASE, "verifier": {"check_timeout_sec": 10}, **config}))

    assert limit() == 10
    assert limit(entrypoint={"command": "true", "timeout_sec": 30}) == 70
    assert limit(server={"command": "true", "port": 8000, "ready_timeout_sec": 5}) == 15


def test_how_the_agent_ended_is_a_core_check(grade: Grade) -> None:
    assert grade(FIVE.format(correct=True))["clean_exit"].passed
    for status in (Status.AGENT_ERROR, Status.AGENT_TIMEOUT, Status.BUDGET_EXHAUSTED):
        ended = grade(attempt=AgentExit(status, 1, "it ran out"))["clean_exit"]
        assert (ended.outcome, ended.message) == (Outcome.FAILED, "it ran out")


def test_the_digest_of_checks_is_of_the_tasks_and_of_gradings_own_code() -> None:
    assert checks_digest("a", (), Policy()) == checks_digest("a", (), Policy())
    assert checks_digest("a", (), Policy()) != checks_digest("b", (), Policy())
    assert checks_digest("a", (), Policy()) != checks_digest("a", (), Policy(code_rules=False))
    assert checks_digest("a", (), Policy()) != "a"
