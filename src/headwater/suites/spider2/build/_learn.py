"""Learns facts for grading and the possible counterfeits from an instance's reference solution.

As in a trial, dbt runs in a sandbox. It runs twice: on the raw database, and on the same rows in reverse order. A
program in a sandbox examines the results.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from headwater.errors import BrokenTaskError
from headwater.grading import AgentExit, Graded, GradingInputs, LayeredState, State, Tooling
from headwater.harnesses.toolchains import MOUNT
from headwater.records import Status, TaskConfig
from headwater.sandbox import open_sandbox
from headwater.suites import policy_of
from headwater.suites.spider2.build._counterfeits import (
    CounterfeitContent,
    GradedModel,
    Shipped,
    applying,
    ideas,
    missing,
    untried,
)
from headwater.suites.spider2.build._declared import without_tests
from headwater.suites.spider2.grading import ReferenceFacts
from headwater.suites.spider2.grading._compare import ROOT, how_it_ended, look_at, run_engine, shown_database
from headwater.suites.spider2.grading._dbt import RESULTS, build, lay, reverse_rows, test
from headwater.suites.spider2.grading._production import deviation
from headwater.suites.spider2.grading._rebuild import REORDERED
from headwater.suites.spider2.scoring import GradedTable
from headwater.suites.spider2.scoring._trying import (
    Answer,
    CandidateQuery,
    CandidateWork,
    ReferenceDatabases,
    TableFacts,
)

_FORMAT = "2"
"""Increased whenever different facts would be learned from the same inputs."""
_DATABASE_SEC = 60.0
_PROGRAM = "headwater.suites.spider2.scoring._trying"


class BrokenReferenceError(BrokenTaskError):
    """Raised if a reference solution does not build the graded tables. The message is one line."""


@dataclass(frozen=True)
class LearningPlan:
    """Everything needed to build a reference solution and to try its counterfeits.

    Attributes:
        config: The configuration of the task.
        tooling: The tooling, including the task's dbt.
        base: The folder of the base.
        database: The database file that the project writes.
        files: The files that complete the project, keyed by path.
        sources: The paths and texts of the models that build graded tables.
        tables: The graded tables.
        declared: The columns that YAML files declare, keyed by table.
        shipped: The paths of YAML files whose tests are graded.
        raw: The tables in the raw database that no model builds.
    """

    config: TaskConfig
    tooling: Tooling
    base: Path
    database: str
    files: Mapping[str, str]
    sources: Mapping[str, tuple[str, str]]
    tables: tuple[GradedTable, ...]
    declared: Mapping[str, tuple[str, ...]]
    shipped: frozenset[str]
    raw: tuple[str, ...]

    @property
    def digest(self) -> str:
        """The digest of everything that determines the learned facts."""
        dbt = sorted(path.name for target, path in self.tooling.mounts.items() if target.startswith(MOUNT))
        parts = [_FORMAT, self.base.name, dbt, self.config.clock, sorted(self.files.items()), self.tables]
        return hashlib.sha256(repr([*parts, sorted(self.declared.items()), sorted(self.shipped)]).encode()).hexdigest()


@dataclass(frozen=True)
class LearnedFacts:
    """The facts that were learned about an instance.

    Attributes:
        counterfeits: The counterfeits that the instance has.
        missing: The names of counterfeits that would not change the instance's result.
    """

    learned: ReferenceFacts
    counterfeits: tuple[CounterfeitContent, ...]
    missing: tuple[str, ...] = field(default=())


def learn(plan: LearningPlan, scratch: Path) -> LearnedFacts:
    """Build the reference solution in a cell, and try its counterfeits."""
    workspace = plan.base / "workspace"
    layers = LayeredState((workspace,))
    sandbox = open_sandbox([scratch, workspace, *plan.tooling.mounts.values()])
    attempt, states, policy = AgentExit(Status.OK, 0), scratch / "states", policy_of(plan.config.suite)
    inputs = GradingInputs(plan.config, attempt, plan.tooling, layers, layers, None, workspace, states, policy)
    graded = Graded(sandbox, inputs)
    try:
        with graded.copy() as state:
            return _Trying(plan, graded, state, scratch).outcome()
    finally:
        graded.close()
        sandbox.close()


class _Trying:
    """Tries the counterfeits of a reference solution in the state in which the solution is built."""

    def __init__(self, plan: LearningPlan, graded: Graded, state: State, scratch: Path) -> None:
        self._plan, self._graded, self._state, self._scratch = plan, graded, state, scratch

    def outcome(self) -> LearnedFacts:
        """Build the solution, examine the result, and try the counterfeits."""
        plan, root = self._plan, self._state.workspace_root
        for path, text in plan.files.items():
            self._state.write(path, text)
        build_run = build(self._state)
        found = look_at(self._graded, root, plan.database, tuple(one.name for one in plan.tables))
        if missing := [one.name for one in plan.tables if one.name not in found.columns]:
            raise BrokenReferenceError(
                f"the reference solution does not build {', '.join(missing)}: {build_run.output[-200:]}"
            )
        self._keep(root, "given")
        lay(plan.base / "workspace" / plan.database, root, plan.database)
        reversing = reverse_rows(self._state, plan.database)
        if reversing.exit_code != 0:
            raise BrokenReferenceError(f"raw rows cannot be reordered: {reversing.last_line}")
        self._keep(root, f"{REORDERED}/raw")
        build(self._state)
        self._keep(root, REORDERED)
        tests = test(self._state, [one.name for one in plan.tables])
        looks = self._ask({}, ())[0]
        contract = _existing_columns(plan.declared, found.columns)
        declared = {uid: node.path for uid, node in tests.nodes.items() if node.path in plan.shipped}
        learned = ReferenceFacts(
            varying={name: look.varying for name, look in looks.items() if look.varying},
            unsettled=tuple(name for name, look in looks.items() if look.unsettled),
            contract=contract,
            ordered=tuple(
                name for name in contract if not deviation(name, contract[name], found.columns[name], ordered=True)
            ),
            tests=tuple(sorted(tests.built & declared.keys())),
            work=sum(rows or 0 for rows in found.rows.values()),
        )
        return self._counterfeits(looks, learned, {declared[uid] for uid in learned.tests})

    def _counterfeits(self, looks: Mapping[str, TableFacts], learned: ReferenceFacts, tested: Set[str]) -> LearnedFacts:
        plan = self._plan
        sources = [
            GradedModel(one, *plan.sources[one.name], looks[one.name])
            for one in plan.tables
            if one.name in plan.sources
        ]
        if not sources:
            return LearnedFacts(learned, ())
        chosen_ideas = ideas([one for one in sources if one.look.code])
        answer = self._ask(looks, tuple(idea.candidate for idea in chosen_ideas))[1] if chosen_ideas else ()
        found = applying(chosen_ideas, answer, learned)
        untested = {path: without_tests((plan.base / "workspace" / path).read_text()) for path in sorted(tested)}
        others = untried(sources, learned, Shipped(plan.database, plan.raw, untested))
        return LearnedFacts(learned, (*found, *others), missing(found))

    def _ask(self, looks: Mapping[str, TableFacts], candidates: tuple[CandidateQuery, ...]) -> Answer:
        database, given_folder = self._plan.database, self._scratch / "given"
        mounts = {
            **shown_database(given_folder, database, "given"),
            **shown_database(self._scratch / REORDERED, database, REORDERED),
            f"{ROOT}/results.json": given_folder / "results.json",
        }
        built = ReferenceDatabases(
            original=Path(f"{ROOT}/given/{database}"),
            reordered=Path(f"{ROOT}/{REORDERED}/{database}"),
            results=Path(f"{ROOT}/results.json"),
            catalog=Path(database).stem,
            tables=self._plan.tables,
            timeout_sec=_DATABASE_SEC,
        )
        work = TypeAdapter(CandidateWork).dump_json(CandidateWork(built, looks, candidates)).decode()
        completed = run_engine(self._graded, _PROGRAM, work, mounts)
        try:
            answer: Answer = TypeAdapter(Answer).validate_json(completed.stdout)
        except ValidationError:
            raise BrokenReferenceError(
                f"examining the reference solution's result: {how_it_ended(completed)}"
            ) from None
        return answer

    def _keep(self, root: Path, name: str) -> None:
        folder = self._scratch / name
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / self._plan.database, folder / self._plan.database)
        if (root / RESULTS).is_file():
            shutil.copyfile(root / RESULTS, folder / "results.json")


def _existing_columns(
    declared: Mapping[str, tuple[str, ...]], has: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return the declared columns that exist in the reference, keyed by table."""
    found = {}
    for table, names in declared.items():
        columns = {name.lower() for name in has.get(table, ())}
        if kept_columns := tuple(name for name in names if name.lower() in columns):
            found[table] = kept_columns
    return found
