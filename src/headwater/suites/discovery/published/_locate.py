"""Locates the files that reference code reads in a community."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from headwater.suites.discovery.lake import is_text
from headwater.suites.discovery.targets import Cause, Parts, Targets, has_folder, parts_of

_SOURCE = "/source/"


@dataclass(frozen=True)
class TargetLocations:
    """The locations of a question's files in its community.

    Attributes:
        targets: The target files' paths below ``/data``, keyed by the derived path. Empty if one is unknown or missing.
        others: Files that the reference code reads but that its answer does not need.
        is_certain: Whether each target is at the path that the code names. Otherwise, a target was found as the only
            file with its name.
        problem: Why there are no targets.
    """

    targets: Mapping[Parts, str] = field(default_factory=dict)
    others: Mapping[Parts, str] = field(default_factory=dict)
    is_certain: bool = False
    problem: str = ""


class CommunityFiles:
    """The files in a community, indexed by the paths that programs use."""

    def __init__(self, files: Iterable[str]) -> None:
        self._places: dict[Parts, str] = {}
        self._named: dict[str, list[Parts]] = defaultdict(list)
        for path in sorted(filter(is_text, files), key=lambda each: (_SOURCE not in each, each)):
            place = parts_of(path)
            if self._places.setdefault(place, path) == path:
                self._named[place[-1]].append(place)

    def locate(self, targets: Targets) -> TargetLocations:
        """Locate a question's files."""
        if targets.cause not in (None, Cause.NO_FOLDER):
            return TargetLocations(problem=targets.problem)
        found = {parts: self._find(parts) for parts in targets.files}
        for parts, path in found.items():
            if path is None:
                return TargetLocations(problem=f"the community has no {'/'.join(parts)}")
        unused = {parts: self._find(parts) for parts in targets.unused}
        return TargetLocations(
            {parts: path for parts, path in found.items() if path},
            {parts: path for parts, path in unused.items() if path},
            all(parts in self._places for parts in found),
        )

    def _find(self, parts: Parts) -> str | None:
        """Return the file that a program names, or else the only file with the same name and path in its dataset."""
        if parts in self._places:
            return self._places[parts]
        end = parts[1:] if has_folder(parts) else parts
        same = [place for place in self._named.get(parts[-1], ()) if place[-len(end) :] == end]
        return self._places[same[0]] if len(same) == 1 else None
