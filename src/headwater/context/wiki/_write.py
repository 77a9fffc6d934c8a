"""Writes pages, keeping and reporting users' changes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from headwater.context.wiki._draft import PageDraft, PageSection
from headwater.context.wiki._page import BLOCK, WikiPage, digest, page_paths, read_page
from headwater.errors import FileAccessError, UserError


@dataclass(frozen=True)
class WrittenPage:
    """The result of writing a page.

    Attributes:
        path: The path relative to the wiki.
        change: ``new``, ``updated``, ``unchanged``, ``kept`` (a user created the page), ``removed`` (its subject no
            longer exists), ``gone`` (its subject no longer exists, but users wrote on the page, so it stays), or
            ``unreadable`` (the page is left unchanged).
        not_taken: The blocks and fields that were not updated, because users changed or deleted them.
    """

    path: str
    change: str
    not_taken: tuple[str, ...] = ()


def write_pages(drafts: Iterable[PageDraft], folder: Path) -> list[WrittenPage]:
    """Write pages into a wiki.

    Raises:
        FileAccessError: The folder cannot be written.
    """
    try:
        found = {}
        for draft in drafts:
            found[draft.path] = _write(draft, folder)
        stale = [path for path in page_paths(folder) if path not in found]
        return [*found.values(), *(each for path in stale for each in _retire(folder, path))]
    except OSError as error:
        raise FileAccessError(f"cannot be written ({error.strerror})", where=folder) from None


def _write(draft: PageDraft, folder: Path) -> WrittenPage:
    file = folder / draft.path
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_merged(draft, WikiPage(draft.path, {}, "", ""))[0], encoding="utf-8")
        return WrittenPage(draft.path, "new")
    try:
        page = read_page(folder, draft.path)
    except UserError as error:
        return WrittenPage(draft.path, "unreadable", (str(error),))
    if not page.generated:  # a user created the page, or has deleted this field
        return WrittenPage(draft.path, "kept")
    text, kept_parts = _merged(draft, page)
    if text == file.read_text(encoding="utf-8"):
        return WrittenPage(draft.path, "unchanged", kept_parts)
    file.write_text(text, encoding="utf-8")
    return WrittenPage(draft.path, "updated", kept_parts)


def _merged(draft: PageDraft, page: WikiPage) -> tuple[str, tuple[str, ...]]:
    """Return the merged page, and the names of the blocks and fields that users changed."""
    kept_parts: list[str] = []
    digests: dict[str, str] = {}
    front = _fields(draft, page, digests, kept_parts)
    body = _blocks(draft, page, digests, kept_parts)
    front.append(f"generated: {json.dumps(digests, ensure_ascii=False)}")
    return "---\n" + "\n".join(front) + "\n---\n" + body, tuple(kept_parts)


def _fields(draft: PageDraft, page: WikiPage, digests: dict[str, str], kept_parts: list[str]) -> list[str]:
    """Return the lines of the frontmatter. Generated fields that users did not change are updated."""
    own_fields: dict[str, str] = {
        "title": draft.title, "kind": draft.kind.value, "subject": draft.subject, "summary": draft.summary
    }  # fmt: skip
    lines = {key: f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in own_fields.items()}
    lines["tags"] = f"tags: {json.dumps(list(draft.tags), ensure_ascii=False)}"
    found: list[str] = []
    seen = set()
    for line in page.front_text.splitlines():
        key = line.partition(":")[0]
        if key == "generated":
            continue
        seen.add(key)
        if key not in lines or line == lines[key]:
            found.append(line)
        elif page.generated.get(key) == digest(line):
            found.append(lines[key])
        else:
            found.append(line)
            kept_parts.append(key)
        if key in lines:
            digests[key] = digest(lines[key])
    for key, line in lines.items():
        if key not in seen:
            if key in page.generated:
                kept_parts.append(key)
            else:
                found.append(line)
            digests[key] = digest(line)
    return found


def _blocks(draft: PageDraft, page: WikiPage, digests: dict[str, str], kept_parts: list[str]) -> str:
    sections = {section.name: section for section in draft.sections}
    present = {block[1]: block[2] for block in BLOCK.finditer(page.body)}
    renewed: dict[str, str] = {}
    for name, content in present.items():
        untouched = page.generated.get(name) == digest(content)
        if name in sections:
            digests[name] = digest(_content(sections[name])) if untouched else page.generated.get(name, "")
            renewed[name] = _block(sections[name]) if untouched else ""
            if not untouched and content != _content(sections[name]):
                kept_parts.append(name)
        elif untouched:
            renewed[name] = "\n"  # the facts in the block no longer exist
        elif name in page.generated:
            digests[name] = page.generated[name]
            kept_parts.append(name)
    body = BLOCK.sub(lambda block: _replaced(block[0], renewed.get(block[1], "")), page.body)
    for name, section in sections.items():
        if name in present:
            continue
        if name in page.generated:
            digests[name] = page.generated[name]
            kept_parts.append(name)
        else:
            digests[name] = digest(_content(section))
            body = body.rstrip("\n") + "\n\n" + _block(section) if body.strip() else _heading(draft) + _block(section)
    return body


def _replaced(block: str, new: str) -> str:
    return {"": block, "\n": ""}.get(new, new)


def _heading(draft: PageDraft) -> str:
    title = " ".join(draft.title.split())
    return f"\n# {title}\n\n"


def _block(section: PageSection) -> str:
    return f"<!-- generated: {section.name} -->\n{_content(section)}<!-- end: {section.name} -->\n"


def _content(section: PageSection) -> str:
    title = f"## {section.name.capitalize()}\n\n"
    return f"{title}{section.body}\n\n*{section.provenance}*\n"


def _retire(folder: Path, path: str) -> list[WrittenPage]:
    """Remove a generated page whose subject no longer exists, unless users have written on it."""
    try:
        page = read_page(folder, path)
    except UserError as error:
        return [WrittenPage(path, "unreadable", (str(error),))]
    if not page.generated:
        return []
    if _is_as_generated(page):
        (folder / path).unlink()
        return [WrittenPage(path, "removed")]
    return [WrittenPage(path, "gone")]


def _is_as_generated(page: WikiPage) -> bool:
    fields = {line.partition(":")[0]: line for line in page.front_text.splitlines()}
    changed = [key for key, line in fields.items() if key != "generated" and page.generated.get(key) != digest(line)]
    text = page.own_text.strip()
    return not changed and (not text or (text.startswith("# ") and "\n" not in text))
