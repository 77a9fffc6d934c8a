"""Where the index is: the one place that knows its paths."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from headwater.errors import FileAccessError, NotBuiltError

_FOLDER = Path(".headwater/context")


@dataclass(frozen=True)
class Index:
    """The folder of an index. Its parts are files that each can be made again from what was scanned.

    Attributes:
        root: The project's folder, where it is not the one that the index is in.
        documents: The folder of semantic layer and wiki, where it is not ``context`` of the project.
    """

    folder: Path
    root: Path | None = None
    documents: Path | None = None

    @classmethod
    def of_project(cls, project: Path) -> Index:
        """Return the index that belongs to the project in this folder, whether it exists or not."""
        return cls(project.absolute() / _FOLDER)

    @property
    def project(self) -> Path:
        """The folder that paths in the index are relative to: the project's, or that of an index elsewhere."""
        if self.root is not None:
            return self.root
        return self.folder.parent.parent if self.folder.match(str(_FOLDER)) else self.folder

    @property
    def catalog(self) -> Path:
        """Tables, columns, statistics and keys."""
        return self.folder / "catalog.json"

    @property
    def lineage(self) -> Path:
        """Where the columns of the dbt project's models come from."""
        return self.folder / "lineage.bin"

    @property
    def search(self) -> Path:
        """What search looks up."""
        return self.folder / "search.sqlite"

    @property
    def semantic(self) -> Path:
        """The semantic layer's folder: YAML that people edit and commit, so not below the index."""
        return self._documents / "semantic"

    @property
    def wiki(self) -> Path:
        """The wiki's folder: Markdown that people edit and commit."""
        return self._documents / "wiki"

    @property
    def _documents(self) -> Path:
        return self.documents or self.project / "context"

    def create(self) -> None:
        """Make the folder, and keep it out of version control: it holds values of the data."""
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
    """Return the index of the nearest project at or above ``start``.

    Raises:
        NotBuiltError: There is none.
    """
    start = start.absolute()
    for folder in (start, *start.parents):
        index = Index.of_project(folder)
        if index.folder.is_dir():
            return index
    raise NotBuiltError(
        "no .headwater/context here or above", where=start, fix="make one with `headwater context scan SOURCE`"
    )
