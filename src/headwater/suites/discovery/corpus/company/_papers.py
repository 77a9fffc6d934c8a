"""Papers: what offices write about data that lie elsewhere, and the folders in which they are filed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd

from headwater.suites.discovery.corpus._folder import Folder

Parts = Sequence[str | pd.DataFrame]


@dataclass(frozen=True)
class Paper:
    """A PDF report, or a mail as it was exported.

    Attributes:
        path: Folder of the dataset and name there; the ending decides on the form.
        title: Its first line, which is the subject of a mail.
        parts: Its paragraphs and tables; made when it is written.
    """

    path: str
    title: str
    parts: Callable[[], Parts]

    def write(self, folder: Folder) -> None:
        """Write the paper into its dataset's folder."""
        place = self.path.partition("/")[2]
        if place.endswith(".pdf"):
            folder.pdf(place, self.title, [_tidy(part) for part in self.parts()])
            return
        texts = [_tidy(part) if isinstance(part, str) else part.to_string(index=False) for part in self.parts()]
        folder.text(place, "\n\n".join((f"# {self.title}", *texts)) + "\n")


def fixed(*parts: str | pd.DataFrame) -> Callable[[], Parts]:
    """Return parts that need no data."""
    return lambda: parts


def _tidy(part: str | pd.DataFrame) -> str | pd.DataFrame:
    return " ".join(part.split()) if isinstance(part, str) else part
