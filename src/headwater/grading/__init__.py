"""Grades a frozen state through five ordered gates and returns a verdict.

A task's ``checks.py`` needs only this module::

    from headwater.grading import Graded, Result, correct, expect, functional

    @functional
    def users_table_exists(graded: Graded) -> Result:
        \"\"\"The table that the application reads exists.\"\"\"
        return expect(graded.postgres.has_table("app.users"), "app.users should exist")
"""

from headwater.errors import QueryError
from headwater.grading import code
from headwater.grading._api import (
    Announce,
    Check,
    Result,
    announces,
    correct,
    expect,
    expect_equal,
    functional,
    performant,
    production,
    robust,
)
from headwater.grading._check import CheckStarted, make_record
from headwater.grading._digest import checks_digest, digest_code
from headwater.grading._entrypoint import Shown
from headwater.grading._evaluate import CheckPlan, check_limit_sec, evaluate, load_checks
from headwater.grading._graded import AgentExit, Graded, GradingInputs, compare_states
from headwater.grading._http import Response, ServerClient
from headwater.grading._outages import away, reported_in_one_line
from headwater.grading._running import Completed, KilledRun, TracedRun, kill_points
from headwater.grading._score import THRESHOLD, is_cleared, make_verdict
from headwater.grading._state import LayeredState, Rerun, State, Tooling
from headwater.grading._surroundings import agent_environment, agent_limits, agent_view
from headwater.grading._workspace import Workspace
from headwater.services import Message

__all__ = [
    "THRESHOLD",
    "AgentExit",
    "Announce",
    "Check",
    "CheckPlan",
    "CheckStarted",
    "Completed",
    "Graded",
    "GradingInputs",
    "KilledRun",
    "LayeredState",
    "Message",
    "QueryError",
    "Rerun",
    "Response",
    "Result",
    "ServerClient",
    "Shown",
    "State",
    "Tooling",
    "TracedRun",
    "Workspace",
    "agent_environment",
    "agent_limits",
    "agent_view",
    "announces",
    "away",
    "check_limit_sec",
    "checks_digest",
    "code",
    "compare_states",
    "correct",
    "digest_code",
    "evaluate",
    "expect",
    "expect_equal",
    "functional",
    "is_cleared",
    "kill_points",
    "load_checks",
    "make_record",
    "make_verdict",
    "performant",
    "production",
    "reported_in_one_line",
    "robust",
]
