"""Merges three versions of a text: the earlier generated one, the edited one, and the new generated one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher


@dataclass(frozen=True)
class MergedText:
    """A merged text.

    Attributes:
        not_taken: Lines in the new version that were dropped because a user had changed the same lines.
    """

    text: str
    not_taken: tuple[str, ...]


def merge(base: str, edited: str, new: str) -> MergedText:
    """Take the new version wherever users left the base unchanged. Where both versions changed it, keep the user's."""
    if edited == base:
        return MergedText(new, ())
    lines = [base.splitlines(), edited.splitlines(), new.splitlines()]
    merged: list[str] = []
    kept_lines: list[str] = []
    at = [0, 0, 0]
    for anchor in (*_anchors(*lines), tuple(map(len, lines))):
        before, theirs, ours = (part[start:end] for part, start, end in zip(lines, at, anchor, strict=True))
        if theirs == before:
            merged += ours
        else:
            merged += theirs
            kept_lines += [line for line in ours if line not in theirs and line not in before]
        if anchor[0] < len(lines[0]):
            merged.append(lines[0][anchor[0]])
        at = [position + 1 for position in anchor]
    return MergedText("\n".join(merged) + "\n", tuple(kept_lines))


def _anchors(base: list[str], edited: list[str], new: list[str]) -> Iterator[tuple[int, int, int]]:
    """Yield the positions, in all three texts, of lines that neither version changed."""
    in_edited, in_new = _matches(base, edited), _matches(base, new)
    for line in sorted(in_edited.keys() & in_new.keys()):
        yield line, in_edited[line], in_new[line]


def _matches(base: list[str], other: list[str]) -> dict[int, int]:
    blocks = SequenceMatcher(None, base, other, autojunk=False).get_matching_blocks()
    return {start + step: offset + step for start, offset, size in blocks for step in range(size)}
