"""Locates the unpacked data of communities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater.suites.discovery.records import Question
from headwater.suites.discovery.targets import Parts, slug

_DATA = "full_community"
_SOURCE = "source"


@dataclass(frozen=True)
class Communities:
    """A folder with a subfolder for each community.

    Attributes:
        folder: The folder, which contains ``community_26/full_community`` with a subfolder for each dataset.
    """

    folder: Path

    def data(self, community: str) -> Path:
        """Return the folder with a community's datasets. The folder may not exist."""
        return self.folder / (community or "_") / _DATA

    def missing(self, questions: Sequence[Question]) -> Mapping[str, int]:
        """Return the communities that are not unpacked, each with its number of questions."""
        counts = Counter(question.release_community for question in questions)
        return {name: count for name, count in sorted(counts.items()) if not self.data(name).is_dir()}

    def absent(self, community: str, files: Sequence[Parts]) -> list[Parts]:
        """Return the files that are missing from a community, or an empty result if it is not unpacked."""
        data = self.data(community)
        if not data.is_dir():
            return []
        folders = {slug(each.name): each for each in data.iterdir() if each.is_dir()}
        return [path for path in files if path[0] not in folders or not _is_in(folders[path[0]], path[1:])]


def _is_in(folder: Path, path: Parts) -> bool:
    return any(start.joinpath(*path).is_file() for start in (folder / _SOURCE, folder))
