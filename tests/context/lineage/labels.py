"""The labelled project: the origins of each column, written by hand before each model's SQL."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from headwater.context.lineage import LineageIndex

PROJECT = Path(__file__).parent / "labelled_project"
_KINDS = {"passed": "passed through", "join": "join key", "group": "group key"}
Edges = set[tuple[str, str]]
"""A column's origin, with the kind."""


@dataclass(frozen=True)
class LabelledModel:
    """A model and its labels; ``*`` stands for whatever decides which rows it has."""

    name: str
    edges: dict[str, Edges]

    @property
    def columns(self) -> set[str]:
        """The names of the model's columns."""
        return self.edges.keys() - {"*"}


def labelled_models() -> list[LabelledModel]:
    """Return all models with their labels."""
    return [_read(file) for file in sorted(PROJECT.glob("models/*/*.sql"))]


def _read(file: Path) -> LabelledModel:
    text = file.read_text()
    edges: dict[str, Edges] = {"*": set()}
    for line in text[text.index("{#") + 2 : text.index("#}")].strip().splitlines():
        name, _, listed = line.partition(":")
        found = set()
        for item in filter(None, map(str.strip, listed.split(","))):
            source, kind = item.rsplit(" ", 1)
            found.add((source, _KINDS.get(kind, kind)))
        edges[name] = found
    return LabelledModel(file.stem, edges)


def found_edges(index: LineageIndex, model: str) -> dict[str, Edges]:
    """Return the edges that an index found for a model, in the form of labels."""
    found: dict[str, Edges] = {}
    for column in index.columns(model):
        details = index.column(f"{model}.{column.column}")
        found[column.column] = {(str(edge.source), edge.kind) for edge in details.upstream}
        found["*"] = {(str(edge.source), edge.kind) for edge in details.conditions}
    return found
