"""Reads pages: their frontmatter, generated blocks, and the text that users wrote around the blocks."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from headwater.context._yaml import parse_yaml
from headwater.errors import InvalidFileError, NotFoundError, UserError, access_error

BLOCK = re.compile(r"<!-- generated: ([^\n<>]+?) -->\n(.*?)<!-- end: \1 -->\n?", re.DOTALL)
_FRONT = re.compile(r"---\n(.*?)\n?---\n", re.DOTALL)
_MAX_BYTES = 1 << 20


@dataclass(frozen=True)
class WikiPage:
    """A page of the wiki.

    Attributes:
        path: The path relative to the wiki, with forward slashes.
        front: The frontmatter's fields.
        front_text: The text of the frontmatter, without the dashes.
        body: The text after the frontmatter.
    """

    path: str
    front: Mapping[str, Any]
    front_text: str
    body: str

    @property
    def generated(self) -> Mapping[str, str]:
        """The digests of generated blocks and fields. A page that a user created has no digests."""
        found = self.front.get("generated")
        return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}

    @property
    def title(self) -> str:
        """The title of the page, or else the name of the file."""
        return str(self.front.get("title") or Path(self.path).stem)

    @property
    def summary(self) -> str:
        """The summary in one line, or an empty string."""
        return str(self.front.get("summary") or "")

    @property
    def own_text(self) -> str:
        """The text that users wrote, which is everything except unchanged generated blocks."""
        generated = self.generated
        return BLOCK.sub(lambda block: "" if generated.get(block[1]) == digest(block[2]) else block[2], self.body)


def digest(text: str) -> str:
    """Return the digest that shows whether a generated block or field was edited."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def parse_page(text: str, path: str) -> WikiPage:
    """Parse a page. A page without frontmatter was created by a user.

    Raises:
        InvalidFileError: The frontmatter of the page is not YAML.
    """
    text = text.replace("\r\n", "\n")
    front = _FRONT.match(text)
    if front is None:
        return WikiPage(path, {}, "", text)
    data = parse_yaml(front[1], path).value if front[1].strip() else {}
    if not isinstance(data, dict):
        raise InvalidFileError("frontmatter should consist of fields such as `title: …`", where=f"{path}:2")
    return WikiPage(path, data, front[1], text[front.end() :])


def read_page(folder: Path, path: str) -> WikiPage:
    """Read a page in a wiki by its path.

    Raises:
        UserError: The page does not exist, the path leads out of the wiki, or the file cannot be read.
    """
    file = folder / path
    try:
        if not file.resolve(strict=True).is_relative_to(folder.resolve()) or not file.is_file():
            raise NotFoundError("no such page", where=path)
        with file.open("rb") as opened:
            content = opened.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        raise NotFoundError("no such page", where=path) from None
    except OSError as error:
        raise access_error(error, path) from None
    if len(content) > _MAX_BYTES:
        raise InvalidFileError(f"is larger than {_MAX_BYTES:,} bytes", where=path, fix="split it")
    try:
        return parse_page(content.decode("utf-8"), path)
    except UnicodeDecodeError:
        raise InvalidFileError("is not UTF-8", where=path, fix="save it as UTF-8") from None


def page_paths(folder: Path) -> list[str]:
    """Return the paths of all pages, including those that users created."""
    if not folder.is_dir():
        return []
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.md") if path.is_file())


def read_pages(folder: Path) -> tuple[list[WikiPage], list[str]]:
    """Return all pages in a wiki, and one line for each page that cannot be read."""
    pages, problems = [], []
    for path in page_paths(folder):
        try:
            pages.append(read_page(folder, path))
        except UserError as error:
            problems.append(str(error))
    return pages, problems
