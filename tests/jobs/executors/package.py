"""The executor that docs/executors.md shows, as a wheel."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

BLOCKS = Path(__file__).parents[3].joinpath("docs/executors.md").read_text().split("```")
NAME = "headwater_processes"


def install(folder: Path) -> Path:
    """Build the wheel, and return the folder with what it installs."""
    source, site = folder / "source", folder / "site"
    source.mkdir()
    [module] = [_code(block) for block in BLOCKS if block.startswith(f"python\n# {NAME}.py")]
    (source / f"{NAME}.py").write_text(module)
    [entry_points] = [_code(block) for block in BLOCKS if block.startswith("toml\n")]
    (source / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
        '[project]\nname = "headwater-processes"\nversion = "1"\n'
        f'[tool.hatch.build.targets.wheel]\nonly-include = ["{NAME}.py"]\n{entry_points}'
    )
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=source, check=True)
    [wheel] = (source / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def _code(block: str) -> str:
    return block.partition("\n")[2]
