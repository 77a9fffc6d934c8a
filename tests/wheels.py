"""Builds and installs the packages shown in the documentation as wheels."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from uv import find_uv_bin

_DOCS = Path(__file__).parents[1] / "docs"
_HEAD = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "1"

[tool.hatch.build.targets.wheel]
only-include = {included}

"""


def block(page: str, language: str, text: str) -> str:
    """Return the only code block of a page with this language and text."""
    blocks = (_DOCS / page).read_text("utf-8").split("```")[1::2]
    [found] = [each for each in blocks if each.startswith(f"{language}\n") and text in each]
    return found.removeprefix(f"{language}\n")


def install(folder: Path, name: str, files: Mapping[str, str], pyproject: str) -> Path:
    """Build the wheel of a package and install it; return the folder to add to the module path.

    Args:
        folder: The folder for the sources, some of which can exist already, and for the installed package.
        name: The name of the distribution.
        files: Texts by path; the wheel contains only the top-level names among them.
        pyproject: The project file's text about entry points, as on the page.
    """
    source, site = folder / "source", folder / "site"
    for path, text in files.items():
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        (source / path).write_text(text)
    included = sorted({path.partition("/")[0] for path in files})
    (source / "pyproject.toml").write_text(_HEAD.format(name=name, included=included) + pyproject)
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=source, check=True)
    [wheel] = (source / "dist").glob("*.whl")
    command = [find_uv_bin(), "pip", "install", "-q", "--offline", "--no-deps", "--target", site, wheel]
    subprocess.run(command, check=True)
    return site
