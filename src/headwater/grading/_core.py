"""Defines the core checks, which are the same for every task and must all pass.

``core_checks`` returns the checks that apply to a task. For example, a task without an entry point has no check that
runs its code again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from headwater.grading import code
from headwater.grading._api import Check, Result, expect
from headwater.grading._graded import Graded
from headwater.policy import Policy
from headwater.records import Gate, Status, TaskConfig

_FINDINGS_SHOWN = 10


def core_checks(config: TaskConfig, policy: Policy) -> dict[Gate, list[Check]]:
    """Return the core checks of each gate for a task, under the policy of its suite."""
    has_services = bool(config.services)
    functional: list[Check] = [clean_exit]
    robust: list[Check] = []
    production: list[Check] = []
    if policy.code_rules:
        production = [*(_finds_nothing(*rule) for rule in _RULES), no_swallowed_errors]
    if has_services:
        production.append(connections_from_environment)
    if config.entrypoint is not None:
        functional.append(entrypoint_runs)
        robust.append(rerun_changes_nothing)
        if has_services:
            production.append(follows_its_environment)
    if config.server is not None:
        functional.append(server_answers)
    return {Gate.FUNCTIONAL: functional, Gate.ROBUST: robust, Gate.PRODUCTION: production}


def clean_exit(graded: Graded) -> Result:
    """The agent ended by itself, without an error."""
    attempt = graded.attempt
    return expect(attempt.status is Status.OK, attempt.reason or f"the agent ended with exit code {attempt.exit_code}")


def entrypoint_runs(graded: Graded) -> Result:
    """The declared entry point runs again, to its end, without an error."""
    completed = graded.rerun.completed
    return expect(
        completed.exit_code == 0,
        f"the entry point ended with exit code {completed.exit_code}"
        + (f": {completed.last_line}" if completed.exit_code else ""),
        seconds=round(completed.seconds, 3),
        output=completed.tail,
    )


def rerun_changes_nothing(graded: Graded) -> Result:
    """Running the entry point again leaves the databases as they were."""
    changes = graded.rerun.changes
    if not changes:
        return Result(True, "a second run changed nothing")
    return Result(False, f"a second run changed data: {'; '.join(changes[:3])}", {"changes": list(changes)})


def server_answers(graded: Graded) -> Result:
    """The declared server starts from the agent output, and answers."""
    answer = graded.server_start
    is_up = 0 < answer.status < 500
    return expect(
        is_up,
        f"the server answered {answer.status}"
        if is_up
        else f"no server came up: {answer.text[:200]} {graded.server_log}",
    )


def connections_from_environment(graded: Graded) -> Result:
    """Addresses of the task's services are read from the environment, not written in code."""
    return _result(code.connection_literals(graded.workspace.sources(), graded.config.services))


def no_swallowed_errors(graded: Graded) -> Result:
    """No error is caught and ignored."""
    return _result(code.swallowed_errors(graded.workspace.sources(), graded.config.services))


def follows_its_environment(graded: Graded) -> Result:
    """The entry point still works when services move to other ports with another password."""
    completed = graded.moved_rerun
    if completed.exit_code == 0:
        return Result(True, "the entry point follows its environment to other ports and another password")
    return Result(False, f"with other ports and another password it ended with {completed.exit_code}: {completed.tail}")


_Rule = tuple[str, str, Callable[[Sequence[code.Source]], list[code.Finding]]]

_RULES: tuple[_Rule, ...] = (
    ("no_hardcoded_credentials", "No password, token or key is written in code.", code.hardcoded_credentials),
    ("code_parses", "Every source and configuration file parses.", code.unparsable),
    ("no_undefined_names", "No code uses a name that nothing defines.", code.undefined_names),
    ("no_debug_leftovers", "No debugger call, unfinished mark or stray file is left.", code.debug_leftovers),
    ("functions_are_focused", "Functions are short and not deeply nested.", code.oversized_functions),
    ("sql_is_parameterised", "Values reach SQL as parameters.", code.unparameterised_sql),
)


def _finds_nothing(name: str, what: str, find: Callable[[Sequence[code.Source]], list[code.Finding]]) -> Check:
    def check(graded: Graded) -> Result:
        return _result(find(graded.workspace.sources()))

    check.__name__ = name
    check.__doc__ = what
    return check


def _result(findings: list[code.Finding]) -> Result:
    if not findings:
        return Result(True, "nothing found")
    first = findings[0]
    details = {
        "findings": [f"{f.path}:{f.line}: {f.message}" for f in findings[:_FINDINGS_SHOWN]],
        "count": len(findings),
    }
    return Result(False, f"{first.path}:{first.line}: {first.message}", details)
