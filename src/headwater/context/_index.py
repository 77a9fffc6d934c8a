"""Defines the file layout of an index. No other module depends on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from headwater.errors import FileAccessError, NotBuiltError

_FOLDER = Path(".headwater/context")


@dataclass(frozen=True)
class Index:
    """An index's folder. Every file in it can be rebuilt from the scanned sources.

    Attributes:
        root: The project's folder, if the index is outside it.
        documents: The folder of the semantic layer and the wiki, if it is not the project's ``context`` folder.
    """

    folder: Path
    root: Path | None = None
    documents: Path | None = None

    @classmethod
    def of_project(cls, project: Path) -> Index:
        """Return the index of the project in a folder, whether or not the index exists."""
        return cls(project.absolute() / _FOLDER)

    @property
    def project(self) -> Path:
        """The base of relative paths in the index: the project's folder, or the index's folder if that is elsewhere."""
        if self.root is not None:
            return self.root
        return self.folder.parent.parent if self.folder.match(str(_FOLDER)) else self.folder

    @property
    def catalog(self) -> Path:
        """The file that stores tables, columns, statistics and keys."""
        return self.folder / "catalog.json"

    @property
    def lineage(self) -> Path:
        """The file that stores the column lineage of the dbt project's models."""
        return self.folder / "lineage.bin"

    @property
    def search(self) -> Path:
        """The file that stores the search index."""
        return self.folder / "search.sqlite"

    @property
    def semantic(self) -> Path:
        """The folder of the semantic layer. It is outside the index, because users edit and commit its YAML files."""
        return self._documents / "semantic"

    @property
    def wiki(self) -> Path:
        """The folder of the wiki's Markdown pages, which users edit and commit."""
        return self._documents / "wiki"

    @property
    def _documents(self) -> Path:
        return self.documents or self.project / "context"

    def create(self) -> None:
        """Create the folder and exclude it from version control, because it contains values from the data."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            ignore = self.folder / ".gitignore"
            if not ignore.exists():
                ignore.write_text("*\n")
        except OSError as error:
            raise FileAccessError(
                f"cannot be written ({error.strerror})", where=self.folder, fix="choose another with --index"
            ) from None


def find_index(start: Path) -> Index:
    """Return the index of the nearest project, searching ``start`` and its parent folders.

    Raises:
        NotBuiltError: No index was found.
    """
    start = start.absolute()
    for folder in (start, *start.parents):
        index = Index.of_project(folder)
        if index.folder.is_dir():
            return index
    raise NotBuiltError(
        "no .headwater/context here or above", where=start, fix="make one with `headwater context scan SOURCE`"
    )
