"""Implements the wiki: editable Markdown pages for models, tables, sources, metrics and the project.

::

    context/wiki/project.md
    context/wiki/models/orders.md        tables/…      sources/…      metrics/…

A page has frontmatter (``title``, ``kind``, ``subject``, ``summary``, ``tags``) and blocks::

    <!-- generated: columns -->
    …
    *Types, nulls and values: verified by a query over 1,204 rows. Descriptions: read from models/orders.yml:4.*
    <!-- end: columns -->

Each block names the origin of its facts: verified by a query, declared in the database, inferred, or read from a file
and line. Text outside blocks belongs to the user and is never changed. ``generated`` in the frontmatter contains a
digest of each generated block and field. If a user changed a block or field, it is left unchanged and reported, and if
a user deleted it, it stays deleted.

    >>> pages = draft_pages(Knowledge(catalog, project, layer, layer_files))
    >>> written = write_pages(pages, Path("context/wiki"))
"""

from headwater.context.wiki._draft import Knowledge, PageDraft, PageKind, PageSection
from headwater.context.wiki._page import WikiPage, read_page, read_pages
from headwater.context.wiki._project import draft_pages
from headwater.context.wiki._write import WrittenPage, write_pages

__all__ = [
    "Knowledge",
    "PageDraft",
    "PageKind",
    "PageSection",
    "WikiPage",
    "WrittenPage",
    "draft_pages",
    "read_page",
    "read_pages",
    "write_pages",
]
