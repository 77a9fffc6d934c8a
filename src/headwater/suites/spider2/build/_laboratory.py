"""Builds reference solutions with the tasks' dbt version, which is installed on first use."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from headwater import harnesses
from headwater.grading import Tooling
from headwater.harnesses.toolchains import equipped
from headwater.records import TaskConfig
from headwater.suites.spider2.build._declared import declared_columns, yaml_files
from headwater.suites.spider2.build._learn import LearningPlan
from headwater.suites.spider2.build._options import Options
from headwater.suites.spider2.build._projects import Project
from headwater.suites.spider2.build._tasks import SUITE, TOOLCHAIN, TaskContent, config_of
from headwater.suites.spider2.build._try import try_reference


@dataclass(frozen=True)
class ReferenceBuilder:
    """The software and settings for building reference solutions."""

    home: Path
    options: Options
    notify: Callable[[str], None]
    cancel: threading.Event

    def with_learned_facts(self, content: TaskContent) -> TaskContent:
        """Return an instance with the facts learned from its reference solution, if it has one and is scoreable.

        Raises:
            BrokenReferenceError: The reference solution does not build the graded tables.
            CancelledError: The build was interrupted.
        """
        if content.reference is None or not content.state.is_scoreable or not self.options.references:
            return content
        return replace(content, outcome=try_reference(self.home, self._plan(content), self.notify, self.cancel))

    def _plan(self, content: TaskContent) -> LearningPlan:
        config = TaskConfig.model_validate(tomllib.loads(config_of(content, SUITE)))
        harness = harnesses.prepare("base", self.home, self.notify)
        harness = equipped(harness, TOOLCHAIN, config.clock, self.home, self.notify)
        project, completing = Project(content.instance.folder), content.completing
        texts = {Path(path).stem.lower(): (path, text) for path, text in completing.items() if path.endswith(".sql")}
        for name, path in project.models.items():
            if path.endswith(".sql"):
                text = (project.folder / path).read_text(encoding="utf-8", errors="replace")
                texts.setdefault(name, (path, text))
        tables = content.instance.entry.tables or ()
        # An instance's declarations do not include the solution's YAML files.
        shipped = [path for path in yaml_files(project.folder) if path not in completing]
        return LearningPlan(
            config=config,
            tooling=Tooling(harness.mounts, harness.env),
            base=content.base.folder,
            database=content.base.facts.database,
            files=completing,
            sources={one.name: texts[one.name.lower()] for one in tables if one.name.lower() in texts},
            tables=tables,
            declared=declared_columns(project.folder, shipped, content.instance.tables),
            shipped=frozenset(shipped),
            raw=content.raw,
        )
