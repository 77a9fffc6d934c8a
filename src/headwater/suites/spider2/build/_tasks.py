"""Writes the task folders of instances."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from headwater.records import Gate
from headwater.suites.spider2.build._bases import InstanceBase
from headwater.suites.spider2.build._checkout import Instance
from headwater.suites.spider2.build._counterfeits import CounterfeitContent
from headwater.suites.spider2.build._learn import LearnedFacts
from headwater.suites.spider2.build._projects import Project
from headwater.suites.spider2.build._references import ReferenceModels
from headwater.suites.spider2.build._repairs import Repair
from headwater.suites.spider2.grading import GradedInstance
from headwater.suites.spider2.records import Data, InstanceState

SUITE, REPAIRED = "spider2", "spider2-repaired"
UNSCOREABLE = "_unscoreable"
"""The folder, next to the tasks, for instances without a reference to compare with. Runs of the suite omit them."""
TOOLCHAIN = "dbt-1-10"
_TIERS = ("tier-1", "tier-2", "tier-3")
_LEAST_DISK_MB = 2048
_BUILD = "dbt build --exclude-resource-type test unit_test"
_UNFINISHED = CounterfeitContent(
    "unfinished",
    "The project is built as it is, and what it lacks is not written: what agent dbt-run does.",
    Gate.FUNCTIONAL,
    script=f"{_BUILD} || true\n",
)


@dataclass(frozen=True)
class TaskContent:
    """The facts about an instance that are known when its task is written.

    Attributes:
        reference: The models that complete the instance, if the checkout contains them.
        day: The date that dbt sees, or None for the machine's date.
        outcome: The facts learned from the reference, or None if the reference was not built.
    """

    instance: Instance
    base: InstanceBase
    state: InstanceState
    reference: ReferenceModels | None
    repair: Repair
    day: date | None
    outcome: LearnedFacts | None = None

    @property
    def completing(self) -> dict[str, str]:
        """The files that complete the project, keyed by path. Empty if the instance is complete or has no reference."""
        return {**self.repair.files, **self.reference.files} if self.reference else {}

    @property
    def counterfeits(self) -> tuple[CounterfeitContent, ...]:
        """Wrong solutions, used to prove that the checks catch errors."""
        found = self.outcome.counterfeits if self.outcome else ()
        physical = {name.lower() for name in self.base.facts.physical}
        lacks = not self.is_free and any(name.lower() not in physical for name in self.instance.tables)
        return (*found, _UNFINISHED) if found and lacks else found

    @property
    def raw(self) -> tuple[str, ...]:
        """The tables in the raw database that no model builds."""
        built = Project(self.instance.folder).known
        return tuple(name for name in self.base.facts.physical if name.lower() not in built)

    @property
    def is_free(self) -> bool:
        """Return whether the instance ships its own answer."""
        return self.reference is not None and self.reference.ships_answer


def task_id(instance: str) -> str:
    """Return the id of an instance's task, which contains no underscores."""
    return instance.replace("_", "-")


def write_task(content: TaskContent, folder: Path, *, suite: str) -> None:
    """Write the folder of a task. In the repaired suite, its workspace contains the repaired files."""
    repaired_files = content.repair.files if suite == REPAIRED else {}
    _write(folder / "task.toml", config_of(content, suite))
    for name, informed in (("instruction.md", False), ("instruction.informed.md", True)):
        _write(folder / name, _instruction(content, informed=informed))
    _write(folder / "workspace/.gitkeep", "")
    for path, text in repaired_files.items():
        _write(folder / "workspace" / path, text)
    _write(folder / "checks.py", _checks(content))
    _write_solution(content, folder / "solution")
    for each in content.counterfeits:
        _write_counterfeit(content, each, folder / "counterfeits" / each.name)


def config_of(content: TaskContent, suite: str) -> str:
    """Return the text of ``task.toml``."""
    tags = [each for each, holds in _tags(content).items() if holds]
    title = f"Complete the dbt project {content.instance.id}"
    size = (content.base.folder / "workspace" / content.base.facts.database).stat().st_size >> 20
    disk = max(_LEAST_DISK_MB, 4 * size)
    reference = content.state is InstanceState.REBUILT
    control = (
        "start" if content.reference is None else "reference"
    )  # without a reference, there is no solution to build
    clock = f"clock = {content.day.isoformat()}\n" if content.day else ""
    return f"""\
id = {json.dumps(task_id(content.instance.id))}
title = {json.dumps(title)}
suite = {json.dumps(suite)}
tier = {json.dumps(_TIERS[min(2, max(0, len(content.instance.tables) - 1))])}
category = "schema-design"
competencies = ["transformation-and-semantic-modeling", "data-modeling-and-schema-design"]
starting_state = "greenfield"
tags = {json.dumps(tags)}
base = {json.dumps(f"spider2/bases/{content.base.folder.name}")}
toolchain = {json.dumps(TOOLCHAIN)}
{clock}
[agent]
disk_mb = {disk}

[verifier]
check_timeout_sec = 1200
reference = {json.dumps(reference)}
control = {json.dumps(control)}
"""


def _tags(content: TaskContent) -> dict[str, bool]:
    return {
        "data-start": content.base.facts.data is Data.START,
        "data-rebuilt": content.base.facts.data is Data.REBUILT,
        "free": content.is_free,
        "unscoreable": not content.state.is_scoreable,
    }


def _instruction(content: TaskContent, *, informed: bool) -> str:
    database = content.base.facts.database
    text = f"""\
{content.instance.instruction.strip()}

The working directory is a dbt project that is not finished: its YAML files declare models whose SQL is missing. Write
them, and build the project with dbt, so that `{database}` has their tables. Names and order of their columns are as the
YAML files declare them. Do not change what the YAML files declare, nor the raw tables.
"""
    if not informed:
        return text
    tables = "".join(f"- `{name}`\n" for name in content.instance.tables)
    return f"""\
{text}
These tables are asked for, in schema `main`:

{tables}
`dbt` (1.10, for DuckDB) is on the PATH, `profiles.yml` is beside `dbt_project.yml`, and packages are in `dbt_packages`;
there is no network, and `dbt deps` is not needed. A model that is referred to and does not exist may have to be
written, too. Python has `duckdb`, with which `{database}` can be queried.
"""


def _checks(content: TaskContent) -> str:
    truth = {InstanceState.GRADED: "gold", InstanceState.REBUILT: "reference"}.get(content.state, "")
    facts = content.base.facts
    task = GradedInstance(
        entry=content.instance.entry,
        database=facts.database,
        truth=truth,
        data=facts.data,
        raw=content.raw,
        learned=content.outcome.learned if content.outcome else None,
    )
    return f'''\
"""Checks of one instance; what they try is in headwater.suites.spider2.grading."""

from headwater.suites.spider2.grading import GradedInstance, checks_of

TASK = GradedInstance.model_validate_json({task.model_dump_json()!r})
globals().update(checks_of(TASK))
'''


def _write_solution(content: TaskContent, folder: Path) -> None:
    if content.reference is None:
        why = f"{content.instance.id} has no reference solution: nothing in the checkout completes it"
        _write(folder / "solve.sh", f"echo {json.dumps(why)} >&2\nexit 1\n")
        return
    _write_files(content.completing, folder)
    _write(folder / "solve.sh", f"{_prelude(content.instance.tables)}reference\nbuild\n")


def _write_counterfeit(content: TaskContent, counterfeit: CounterfeitContent, folder: Path) -> None:
    _write_files(counterfeit.files, folder)
    _write(folder / "solve.sh", _prelude(content.instance.tables) + counterfeit.script)
    gate, why = json.dumps(counterfeit.gate.value), json.dumps(counterfeit.why)
    _write(folder / "counterfeit.toml", f"gate = {gate}\nwhy = {why}\n")


def _write_files(files: Mapping[str, str], folder: Path) -> None:
    for path, text in files.items():
        _write(folder / "files" / path, text)


def _prelude(tables: Iterable[str]) -> str:
    """Return the shell functions that solutions and counterfeits use."""
    select = " ".join(f"+{name}" for name in tables)
    return f"""\
set -e
reference() {{ [ ! -d /solution/files ] || cp -R /solution/files/. /workspace/; }}
change() {{ [ ! -d /counterfeit/files ] || cp -R /counterfeit/files/. /workspace/; }}
build() {{ {_BUILD} --select {select}; }}
"""


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
