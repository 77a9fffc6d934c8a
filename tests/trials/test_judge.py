"""The cause of a run's end: the model's provider, the budget, the sandbox's limits, or the agent."""

from __future__ import annotations

import pytest

from headwater.records import AgentEnd, AgentReport, Ending, GatewayOutcome, Status
from headwater.trials._judge import ProgramEnd, judge_model_agent, judge_program

WELL = ProgramEnd(None, 0, seconds=100)
LATE = ProgramEnd((Status.AGENT_TIMEOUT, "the agent ran longer than 100 s"), None, seconds=100)
FULL = ProgramEnd((Status.AGENT_ERROR, "the agent wrote 9 MiB"), None, seconds=100)
DONE = AgentReport(end=AgentEnd.COMPLETED)
GAVE_UP = AgentReport(end=AgentEnd.ERROR, detail="no idea")
SILENT = AgentReport(end=AgentEnd.SILENT)


def judged(
    run: ProgramEnd, ending: Ending, report: AgentReport, stalled_sec: float = 0, complaint: str = "the end of stderr"
) -> tuple[Status, str]:
    outcome = GatewayOutcome(ending=ending, reason="why", stalled_sec=stalled_sec)
    return judge_model_agent(run, outcome, report, complaint)


@pytest.mark.parametrize(
    ("run", "ending", "report", "status", "expected_reason"),
    [
        (WELL, Ending.OK, DONE, Status.OK, ""),
        (ProgramEnd(None, 1), Ending.OK, DONE, Status.OK, ""),  # an exit code alone is not evidence
        (WELL, Ending.OK, GAVE_UP, Status.AGENT_ERROR, "the agent gave up: no idea"),
        (WELL, Ending.OK, SILENT, Status.AGENT_ERROR, "exit code 0 before it said that it was done: the end of stderr"),
        (
            ProgramEnd(None, 137, 2),
            Ending.OK,
            SILENT,
            Status.AGENT_ERROR,
            "killed 2 of its processes for want of memory",
        ),
        (WELL, Ending.OK, AgentReport(end=AgentEnd.LIMIT), Status.AGENT_ERROR, "a limit of its own"),
        (WELL, Ending.LIMIT, DONE, Status.BUDGET_EXHAUSTED, "why"),
        (LATE, Ending.LIMIT, SILENT, Status.BUDGET_EXHAUSTED, "why"),  # the agent did not end by itself
        (WELL, Ending.INFRA, DONE, Status.INFRA_ERROR, "the model could not be asked: why"),
        (LATE, Ending.INFRA, SILENT, Status.INFRA_ERROR, "the model could not be asked: why"),
        (WELL, Ending.REJECTED, DONE, Status.AGENT_ERROR, "would not take the agent's request: why"),
        (LATE, Ending.OK, SILENT, Status.AGENT_TIMEOUT, "longer than 100 s"),
        (LATE, Ending.SILENT, SILENT, Status.AGENT_TIMEOUT, "longer than 100 s"),
        (
            ProgramEnd(None, 1),
            Ending.SILENT,
            SILENT,
            Status.AGENT_ERROR,
            "never asked a model, and ended with exit code 1",
        ),
        (WELL, Ending.FAULT, DONE, Status.OK, ""),  # the agent finished its work without the model
        (
            WELL,
            Ending.FAULT,
            GAVE_UP,
            Status.AGENT_ERROR,
            "no idea; the last answer to it was a fault that counts: why",
        ),
        (LATE, Ending.FAULT, SILENT, Status.AGENT_TIMEOUT, "longer than 100 s"),
        (FULL, Ending.FAULT, SILENT, Status.AGENT_ERROR, "wrote 9 MiB"),
        (WELL, Ending.SILENT, DONE, Status.OK, ""),  # the user's own program may need no model
    ],
)
def test_the_end_of_a_run_is_attributed(
    run: ProgramEnd, ending: Ending, report: AgentReport, status: Status, expected_reason: str
) -> None:
    found, reason = judged(run, ending, report)
    assert found is status
    assert expected_reason in reason
    assert bool(reason) is (status is not Status.OK)


@pytest.mark.parametrize(("stalled_sec", "status"), [(51, Status.INFRA_ERROR), (49, Status.AGENT_TIMEOUT)])
def test_a_run_that_mostly_waited_for_one_answer_is_the_models_fault(stalled_sec: float, status: Status) -> None:
    assert judged(LATE, Ending.OK, SILENT, stalled_sec)[0] is status


def test_waiting_explains_no_other_limit_than_that_of_time() -> None:
    assert judged(FULL, Ending.OK, SILENT, 99) == (Status.AGENT_ERROR, "the agent wrote 9 MiB")


def test_a_program_that_cannot_be_executed_is_reported() -> None:
    status, reason = judged(
        ProgramEnd(None, 1), Ending.SILENT, GAVE_UP, complaint="bwrap: execvp /opt/agent/run: Permission denied"
    )
    assert status is Status.AGENT_ERROR
    assert reason == "the agent's program could not be executed: /opt/agent/run: Permission denied"


def test_without_a_model_only_the_exit_code_counts() -> None:
    assert judge_program(WELL).status is Status.OK
    assert judge_program(ProgramEnd(None, 3)).reason == "the agent ended with exit code 3"
    assert judge_program(LATE).status is Status.AGENT_TIMEOUT
