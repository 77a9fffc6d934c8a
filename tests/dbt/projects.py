"""Small dbt projects for tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from headwater.dbt import DbtProject, Rendered, Renderer, read_project

PROJECT = 'name: shop\nversion: "1.0"\nprofile: shop\n'


def write_project(folder: Path, files: Mapping[str, str]) -> Path:
    """Write a project's files, with a default ``dbt_project.yml``."""
    for name, text in {"dbt_project.yml": PROJECT, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def project_of(folder: Path, files: Mapping[str, str]) -> DbtProject:
    """Write a project and read it."""
    return read_project(write_project(folder, files))


def rendered(folder: Path, template: str, files: Mapping[str, str] | None = None) -> Rendered:
    """Render one model of a project."""
    project = project_of(folder, {"models/model.sql": template, **(files or {})})
    return Renderer(project).render(template, project.nodes["model.shop.model"])
