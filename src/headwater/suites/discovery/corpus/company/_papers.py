"""Write papers, which are reports and e-mails in which offices comment on data in other folders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd

from headwater.suites.discovery.corpus._folder import Folder

Parts = Sequence[str | pd.DataFrame]


@dataclass(frozen=True)
class Paper:
    """A PDF report or an exported e-mail.

    Attributes:
        path: The dataset and the file name, separated by a slash. The suffix determines the format.
        title: The first line, or the subject of an e-mail.
        parts: A function that returns the paragraphs and tables. It is called when the paper is written.
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
    """Return a function that returns the given parts, for papers that do not depend on data."""
    return lambda: parts


def _tidy(part: str | pd.DataFrame) -> str | pd.DataFrame:
    return " ".join(part.split()) if isinstance(part, str) else part
