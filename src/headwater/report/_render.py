"""Renders templates. In printed text, hidden characters become visible, markup is escaped, and secrets are redacted."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from headwater import __version__
from headwater.plurals import counted
from headwater.records import Gate
from headwater.report import _format, _places
from headwater.report._text import SecretFilter, shorten, visible

_BOUND = 8_000
"""The maximum number of characters of one message or value. The record contains the full text."""
_ONE_LINE = 100
"""The maximum number of characters for JSON on one line."""
_POLICY = (
    "default-src 'none'; script-src {origin}{draws}; style-src {origin}; img-src {origin} data:; connect-src {connect};"
    " base-uri 'none'; form-action 'none'"
)
_FRAMES = "; frame-src {origin}"
"""Allows frames on pages that show two trials side by side."""
_DRAWS = " blob:"
"""Allows scripts that pages with charts create themselves, such as the unpacked drawing library."""
_STATIC = {"origin": "'self' file:", "connect": "'none'"}
"""The sources allowed on a static site. It loads only its own files, from a disk or any host, and nothing inline."""
_LIVE = {"origin": "'self'", "connect": "'self'"}
LIVE_POLICY = (_POLICY + _FRAMES).format(**_LIVE, draws=_DRAWS)
"""The policy that the live view's server sends for all pages. Each page declares if it draws charts or frames pages."""
NAVIGATION = (
    ("Overview", _places.OVERVIEW),
    ("Tasks", _places.TASKS),
    ("Trials", _places.TRIALS),
    ("Compare", _places.COMPARE),
    ("Method", _places.METHOD),
)


class PageRenderer:
    """Renders templates.

    Args:
        footer: The last line of every page.
        live: The version of the results, if pages are served while jobs run. Such pages poll for updates.
    """

    def __init__(self, *, footer: str, live: str = "") -> None:
        self._redact = SecretFilter()
        origins = _LIVE if live else _STATIC
        self._shared: dict[str, Any] = {
            "live": live,
            "policy": _POLICY.format(**origins, draws=""),
            "drawing_policy": _POLICY.format(**origins, draws=_DRAWS),
            "framing_policy": (_POLICY + _FRAMES).format(**origins, draws=""),
            "nav": (*NAVIGATION, ("Live", _places.LIVE)) if live else NAVIGATION,
            "footer": footer,
        }

    def page(self, template: str, place: str, section: str, **context: Any) -> bytes:
        """Return the page at ``place``, with ``section`` marked as current in the navigation."""
        shared = {**self._shared, "root": _places.root_of(place), "section": section}
        html = environment().get_template(template).render(**shared, **context)
        return self.redact(html).encode(errors="replace")

    def redact(self, text: str) -> str:
        """Return the text with secrets redacted."""
        return self._redact(text)


def footer(built: str) -> str:
    """Return the last line of every page."""
    return f"{built} by Headwater {__version__}. All times are UTC."


@cache
def environment() -> Environment:
    """Return the templates of this package, compiled once per process."""
    found = Environment(
        loader=PackageLoader("headwater.report"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    for name in ("number", "score", "percent", "signed", "money", "seconds", "tokens", "size", "when", "p_value"):
        found.filters[name] = getattr(_format, name)
    found.filters["bounded"] = lambda text: shorten(str(text), _BOUND)
    found.filters["cut"] = lambda text, limit: text if len(text) <= limit else f"{text[:limit]}…"
    found.filters["as_text"] = _as_text
    found.filters["markdown"] = _markdown
    found.filters["breakable"] = _breakable
    found.globals["places"] = _places
    found.globals["gate_list"] = tuple(gate.value for gate in Gate)
    for name in ("percent", "score", "signed"):
        found.globals[name] = getattr(_format, name)
    found.globals["counted"] = counted
    return found


def _as_text(details: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return a check's details as text for readers: strings unchanged, other values as JSON."""
    texts = [(name, value if isinstance(value, str) else _dump(value)) for name, value in details.items()]
    return [(shorten(name, _BOUND), shorten(text, _BOUND)) for name, text in texts]


_encode = json.JSONEncoder(ensure_ascii=False).encode
_encode_in_lines = json.JSONEncoder(ensure_ascii=False, indent=2).encode


def _dump(value: Any) -> str:
    short = _encode(value)
    return short if len(short) <= _ONE_LINE else _encode_in_lines(value)


@lru_cache(maxsize=4096)  # the same check names occur on many pages
def _breakable(name: str) -> Markup:
    """Allow line breaks in a long name after underscores, dots and colons. Secrets are redacted first."""
    return Markup("<wbr>").join(filter(None, re.findall(r"[^_.:]*[_.:]*", _redactor()(visible(name)))))


@cache
def _redactor() -> SecretFilter:
    return SecretFilter()


def _markdown(text: str) -> Markup:
    """Render an instruction, with its lists and code, as HTML. HTML in it is shown as text, and links are disabled."""
    parser = MarkdownIt("commonmark", {"html": False}).disable(["link", "image", "autolink", "reference"])
    return Markup(parser.render(visible(text)))  # noqa: S704 - its text is escaped by the parser


def _finalize(value: object) -> object:
    """Make hidden characters in strings visible. Markup is unchanged, because it comes from the templates."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value
