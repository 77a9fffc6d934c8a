"""Reads a project with an agent's files, which replace those of the clean project."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from headwater.dbt.engine import EngineProject, Plan, plan_of, replan
from headwater.suites.warehouse._bi import is_definition, with_bi, without_bi
from headwater.suites.warehouse._workspace import project_texts
from headwater.suites.warehouse.base import Base


def read_work(base: Base, texts: Mapping[str, str], removed: Sequence[str]) -> tuple[EngineProject, Plan]:
    """Return the clean project and its plan, with some files replaced or removed."""
    if not texts and not removed:
        return base.project, base.plan
    project, plan = _read_dbt(base, texts, removed)
    return project, with_bi(plan, _texts_of_bi(base, texts, removed))


def _texts_of_bi(base: Base, texts: Mapping[str, str], removed: Sequence[str]) -> dict[str, str]:
    clean = project_texts(base.workspace, ("bi",))
    return {file: text for file, text in {**clean, **texts}.items() if file not in removed}


def _read_dbt(base: Base, texts: Mapping[str, str], removed: Sequence[str]) -> tuple[EngineProject, Plan]:
    clean = without_bi(base.plan)
    texts = {file: text for file, text in texts.items() if not is_definition(file)}
    removed = [file for file in removed if not is_definition(file)]
    if not texts and not removed:
        return base.project, clean
    if not removed:
        found = replan(base.project, clean, texts)
        if found is not None:
            return base.project.with_texts(texts), found
    kept = {
        name: text
        for name, text in project_texts(base.workspace).items()
        if name not in removed and name not in texts and not name.startswith(("bi/", "docs/"))
    }
    with tempfile.TemporaryDirectory(prefix="project-") as folder:
        root = Path(folder)
        for name, text in kept.items():
            _write(root / name, text)
        for name, text in texts.items():
            try:
                _write(root / name, text)
            except OSError as error:  # a folder can have the same name as a file that is not taken from the workspace
                raise ValueError(f"{name} conflicts with the project's own files: {error.strerror}") from None
        project = EngineProject.read(root)
        # a later run is rendered after the folder is gone
        return project.with_texts({**kept, **texts}), plan_of(project)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
