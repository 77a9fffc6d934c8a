"""What a community is: datasets that belong together, and the notebooks that use them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from headwater.suites.discovery.corpus._folder import Folder


@dataclass(frozen=True)
class Dataset:
    """A folder of the lake.

    Attributes:
        name: Of the folder.
        write: Writes its files.
    """

    name: str
    write: Callable[[Folder], None]


@dataclass(frozen=True)
class Community:
    """A lake.

    Attributes:
        name: As in the ids of its tasks.
        datasets: In the order in which they are made.
        sources: The folder with its notebooks as scripts.
    """

    name: str
    datasets: tuple[Dataset, ...]
    sources: Path
