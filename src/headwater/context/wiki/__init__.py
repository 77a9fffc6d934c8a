"""The wiki: a Markdown page for each model, table, source, metric and the project, made of facts, edited by people.

::

    context/wiki/project.md
    context/wiki/models/orders.md        tables/…      sources/…      metrics/…

A page has frontmatter (``title``, ``kind``, ``subject``, ``summary``, ``tags``) and blocks::

    <!-- generated: columns -->
    …
    *Types, nulls and values: verified by a query over 1,204 rows. Descriptions: read from models/orders.yml:4.*
    <!-- end: columns -->

Each block says where its facts are from: verified by a query, declared in the database, inferred, or read from a
file and line. Everything outside of blocks is people's and is never touched. ``generated`` in the frontmatter holds a
digest of each block and field as it was written: where a person changed one, it stays as it is, and that is reported;
where a person deleted one, it stays deleted.

>>> pages = draft_pages(Knowledge(catalog, project, layer, layer_files))
>>> written = write_pages(pages, Path("context/wiki"))
"""

from headwater.context.wiki._draft import Draft, Knowledge, PageKind, Section
from headwater.context.wiki._page import Page, read_page, read_pages
from headwater.context.wiki._project import draft_pages
from headwater.context.wiki._write import Written, write_pages

__all__ = [
    "Draft",
    "Knowledge",
    "Page",
    "PageKind",
    "Section",
    "Written",
    "draft_pages",
    "read_page",
    "read_pages",
    "write_pages",
]
