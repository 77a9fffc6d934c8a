"""Writes semantic sources as YAML, with one line for each column, join and measure so that edits merge well."""

from __future__ import annotations

import json
from typing import Any

from headwater.context.semantic._model import SemanticSource

_HEADER = """\
# Generated from the catalog and dbt; yours to edit. `headwater context generate` merges what is new into your edits.
"""


def write_source(source: SemanticSource) -> str:
    """Return the YAML of a source."""
    data = source.model_dump(mode="json", exclude_defaults=True)
    lines = []
    for field, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines.append(f"{field}:")
            lines += [f"  - {_flow(item)}" for item in value]
        else:
            lines.append(f"{field}: {_flow(value)}")
    return _HEADER + "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _text(text: str) -> str:
    """Return text as a plain scalar if this is safe, or else in double quotes as in JSON."""
    plain = text.replace("_", "a").replace(".", "a").replace(" ", "a")
    safe = plain.isascii() and plain.isalnum() and text[0].isalpha() and text == text.strip()
    return text if safe and text.lower() not in ("null", "true", "false") else json.dumps(text, ensure_ascii=False)
