"""Write the lakes of communities."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Collection
from importlib.metadata import version
from pathlib import Path

from headwater.locks import exclusive
from headwater.suites.discovery.corpus._community import Community
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._notebooks import notebook_bytes

_LIBRARIES = ("fpdf2", "numpy", "pandas", "pillow", "pyarrow", "xlsxwriter")
"""Libraries that can affect the bytes of a lake."""
_NOT_WRITING = ("__init__.py", "_communities.py", "_prove.py")
"""Modules that do not affect the bytes of a lake. For example, a new community does not change the other lakes."""
_DIGITS = 12


def generate(community: Community, folder: Path, only: Collection[str] | None = None) -> None:
    """Write the folders ``datasets`` and ``notebooks``, neither of which may exist yet.

    Args:
        community: The community to write.
        folder: The folder of the lake, which is created if it does not exist.
        only: The names of the datasets to write, without notebooks; None writes all datasets and notebooks.
    """
    for dataset in community.datasets:
        if only is None or dataset.name in only:
            target = folder / "datasets" / dataset.name
            target.mkdir(parents=True)
            dataset.write(Folder(target))
    if only is None:
        notebooks = folder / "notebooks"
        notebooks.mkdir()
        for script in sorted(community.sources.glob("*.py")):
            (notebooks / f"{script.stem}.ipynb").write_bytes(notebook_bytes(script.read_text("utf-8")))


def lake(community: Community, home: Path) -> Path:
    """Return the folder of a community's lake, generating the lake first if it does not exist."""
    lakes = home / "discovery" / "lakes"
    folder = lakes / f"{community.name}-{lake_digest(community)}"
    lakes.mkdir(parents=True, exist_ok=True)
    with exclusive(lakes / f"{folder.name}.lock"):
        if not folder.is_dir():
            building = folder.with_name(f"{folder.name}.building")
            shutil.rmtree(building, ignore_errors=True)
            generate(community, building)
            building.rename(folder)
    return folder


def lake_digest(community: Community) -> str:
    """Return a digest of the code that writes a lake, the scripts of its notebooks, and the library versions."""
    root = Path(__file__).parent
    shared = [path for path in root.glob("*.py") if path.name not in _NOT_WRITING]
    files = [*shared, *root.glob("_writers/*.py"), *community.sources.parent.rglob("*.py")]
    digest = hashlib.sha256()
    for path in sorted(files):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root)} {len(content)}\n".encode() + content)
    for name in _LIBRARIES:
        digest.update(f"{name} {version(name)}\n".encode())
    return digest.hexdigest()[:_DIGITS]
