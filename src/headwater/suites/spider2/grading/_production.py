"""Implements the production gate, which examines declarations in YAML files, and files next to the project."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Set

from headwater.grading import Graded, Result, expect, production
from headwater.suites.spider2.grading._compare import raw_tables
from headwater.suites.spider2.grading._dbt import DbtNode
from headwater.suites.spider2.grading._instance import GradedInstance
from headwater.suites.spider2.grading._rebuild import look_at_left, rebuild_left, run_tests
from headwater.suites.spider2.grading._words import names, strict

Check = Callable[[Graded], Result]
_PROJECT = ("models/", "macros/", "seeds/", "snapshots/", "tests/", "analyses/", "dbt_packages/", "docs/")
_SUFFIXES = (".sql", ".py", ".yml", ".yaml", ".md", ".csv")
_TOOLS = re.compile(
    r"(^|/)(target|logs|\.git|\.claude|\.cache|\.duckdb|__pycache__)(/|$)|(^|/)(\.user\.yml|package-lock\.yml)$"
)


def production_checks(task: GradedInstance) -> list[Check]:
    """Return the checks of the production gate.

    They accept everything that the instructions allow, such as intermediate models that are used.
    """

    @production
    def raw_tables_are_untouched(graded: Graded) -> Result:
        """No raw table was changed."""
        if not task.raw:
            return Result(True, "every table of the raw database is also built by a model")
        return strict(raw_tables(graded, task), [])

    @production
    def columns_are_as_declared(graded: Graded) -> Result:
        """Tables have the columns that their YAML declares, in this order; other columns may stand between them."""
        learned = task.learned
        if learned is None or not learned.contract:
            return Result(True, "no YAML declares columns that are known to be right")
        has = look_at_left(graded, task).columns
        wrong = [
            deviation(table, declared, has.get(table, ()), ordered=table in learned.ordered)
            for table, declared in learned.contract.items()
        ]
        return expect(not any(wrong), "; ".join(filter(None, wrong)) or "columns are as declared")

    @production
    def declared_tests_pass(graded: Graded) -> Result:
        """The shipped tests of graded tables are still there, and pass."""
        expected_tests = set(task.learned.tests) if task.learned else set()
        if not expected_tests:
            return Result(True, "no declared test is known to pass")
        test_run = run_tests(graded, task)
        bad = sorted(expected_tests - test_run.built)
        failed = [
            f"{uid.split('.')[2]} ({test_run.nodes[uid].status if uid in test_run.nodes else 'is gone'})" for uid in bad
        ]
        return expect(not bad, names("do not pass", failed) if bad else f"{len(expected_tests)} tests pass")

    @production
    def nothing_is_left_behind(graded: Graded) -> Result:
        """No scratch file lies next to the project, and every new model in it is used or described in YAML."""
        left_paths = [path for path in graded.workspace.files() if graded.workspace.shipped_text(path) is None]
        scratch = [path for path in left_paths if not _is_of_project(path) and not _is_of_a_tool(path, task)]
        found = [*scratch, *unused(rebuild_left(graded, task).build_run.nodes, set(left_paths), task.tables)]
        return expect(not found, names("left behind", found) if found else "nothing is left behind")

    return [raw_tables_are_untouched, columns_are_as_declared, declared_tests_pass, nothing_is_left_behind]


def deviation(table: str, declared: tuple[str, ...], has: tuple[str, ...], *, ordered: bool) -> str:
    """Describe how the columns of a table differ from the declared ones, or return an empty string."""
    columns = [name.lower() for name in has]
    lowered = [name.lower() for name in declared]
    if missing := [name for name in lowered if name not in columns]:
        return names(f"{table} lacks", missing)
    places = [columns.index(name) for name in lowered]
    return "" if not ordered or places == sorted(places) else f"{table} has its columns in another order than its YAML"


def _is_of_project(path: str) -> bool:
    return path.startswith(_PROJECT) and path.endswith(_SUFFIXES)


def _is_of_a_tool(path: str, task: GradedInstance) -> bool:
    return _TOOLS.search(path) is not None or path in (task.database, f"{task.database}.wal")


def unused(nodes: Mapping[str, DbtNode], new: Set[str], tables: tuple[str, ...]) -> list[str]:
    """Return the new models, seeds and snapshots that are not graded and that no graded table needs."""
    counted = {name.lower() for name in tables}
    sought = {
        uid
        for uid, node in nodes.items()
        if not node.own or node.path not in new or node.declared or uid.rpartition(".")[2].lower() in counted
    }
    pending = list(sought)
    while pending:
        parents = [uid for uid in nodes[pending.pop()].parents if uid in nodes and uid not in sought]
        sought.update(parents)
        pending += parents
    return sorted(node.path for uid, node in nodes.items() if uid not in sought)
