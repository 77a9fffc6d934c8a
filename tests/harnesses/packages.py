"""Packages that documentation shows, built and installed as a user's are."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from uv import find_uv_bin

_DOCS = Path(__file__).parents[2] / "docs"


def block(document: str, language: str, text: str) -> str:
    """Return the first block of code in a language that has a text."""
    blocks = (_DOCS / document).read_text().split("```")
    return next(each.removeprefix(f"{language}\n") for each in blocks if each.startswith(language) and text in each)


def install(folder: Path, name: str, files: Mapping[str, str], entry_points: str) -> Path:
    """Build and install a package, without an index.

    Args:
        folder: Takes its source.
        name: Of the package.
        files: Its modules and data, by path in it.
        entry_points: A table of pyproject.toml.

    Returns:
        The folder to import it from.
    """
    for path, text in {"__init__.py": "", **files}.items():
        (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / name / path).write_text(text)
    (folder / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
        f'[project]\nname = "{name.replace("_", "-")}"\nversion = "1"\n{entry_points}'
    )
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=folder, check=True)
    wheel = next((folder / "dist").glob("*.whl"))
    command = [find_uv_bin(), "pip", "install", "-q", "--offline", "--no-deps", "--target", folder / "site", wheel]
    subprocess.run(command, check=True)
    return folder / "site"
