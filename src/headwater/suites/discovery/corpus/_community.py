"""Define a community: datasets that belong together, and the notebooks that use them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from headwater.suites.discovery.corpus._folder import Folder


@dataclass(frozen=True)
class Dataset:
    """A dataset, stored in its own folder in the lake.

    Attributes:
        name: The name of the folder.
        write: A function that writes its files.
    """

    name: str
    write: Callable[[Folder], None]


@dataclass(frozen=True)
class Community:
    """A community, whose datasets make up a lake.

    Attributes:
        name: The name, which prefixes the ids of the community's tasks.
        datasets: The datasets, in the order in which they are written.
        sources: The folder of the scripts from which the notebooks are made.
    """

    name: str
    datasets: tuple[Dataset, ...]
    sources: Path
