"""Defines three arms of one experiment: the harness `base` with the results of a scan of the starting state.

========================= ======================================================
`context-wiki`            pages about tables, models and keys, as read-only files outside the workspace
`context-catalog`         the MCP server of the harness `lineage`, with the scanned catalog and a semantic layer
`context`                 both
========================= ======================================================

The scan is `headwater.context.prepare`, which uses no model and reads only the starting state. An arm differs from
`base` only in these files or tools, and in the prompt lines that mention them.
"""

from __future__ import annotations

from headwater.harnesses._context_software import ENV, FOLDER, INDEX, LAYERS, RUN, prove_pages, prove_server
from headwater.harnesses._harness import PREPARED, Harness, McpServer, Preparation
from headwater.harnesses.lineage.harness import TEXT
from headwater.sandbox import WORKSPACE

_WIKI = f"""\
Before you began, the databases and the dbt project in your working directory were scanned. {FOLDER}/wiki has what was
found, as Markdown pages that do not change as you work: begin with {FOLDER}/wiki/project.md, which lists them. The page
of a table or model has its columns with types, nulls and values, its keys and what they refer to, what it is built
from, its tests, and where each fact comes from."""
_CATALOG = """\
Before you began, these databases were scanned: `show` has the keys of a table and what they refer to, `search` finds
values in the data, and `query_metrics` answers from a semantic layer whose joins are those keys."""
_SERVER = McpServer("headwater", (*RUN, "headwater.context.mcp", WORKSPACE, INDEX, FOLDER, FOLDER), ENV)
_PAGES, _TOOL = "wiki pages", "MCP server headwater"
_WIKI_FILES = ("wiki/*",)
_CATALOG_FILES = ("catalog.json", "semantic/*")


def _scan(parts: tuple[str, ...], digested: tuple[str, ...]) -> Preparation:
    argv = (*RUN, "headwater.context.prepare", WORKSPACE, PREPARED, *parts)
    return Preparation(argv, ENV, FOLDER, LAYERS, digested)


HARNESSES = (
    Harness(
        name="context-wiki",
        summary="Pages about the tables, models and keys that a scan of the starting state found.",
        tools=(_PAGES,),
        system_text=_WIKI,
        preparation=_scan(("wiki",), _WIKI_FILES),
        proofs=(prove_pages(_PAGES),),
    ),
    Harness(
        name="context-catalog",
        summary="The server of `lineage`, with the scanned catalog and a semantic layer.",
        tools=(_TOOL,),
        layers=LAYERS,
        mcp_servers=(_SERVER,),
        system_text=f"{TEXT}\n\n{_CATALOG}",
        preparation=_scan(("catalog",), _CATALOG_FILES),
        proofs=(prove_server(_SERVER, _TOOL, ("catalog",)),),
    ),
    Harness(
        name="context",
        summary="Both `context-wiki` and `context-catalog`.",
        tools=(_PAGES, _TOOL),
        layers=LAYERS,
        mcp_servers=(_SERVER,),
        system_text=f"{_WIKI}\n\n{TEXT}\n\n{_CATALOG}",
        preparation=_scan(("wiki", "catalog"), _WIKI_FILES + _CATALOG_FILES),
        proofs=(prove_pages(_PAGES), prove_server(_SERVER, _TOOL, ("catalog",))),
    ),
)
