"""Detects field names that a provider could read differently from the gateway.

Servers written in Go ignore case in field names, and Google accepts ``camelCase`` instead of ``snake_case``. Without
this check, an agent could use another model by adding a field ``Model``, which the provider reads and the gateway does
not.
"""

from __future__ import annotations

from typing import Any

from headwater.gateway.protocols import DIALECTS, GENERATION_CONFIG
from headwater.gateway.protocols._shape import mapping

_READ = """
model messages input instructions system tools stream stream_options store previous_response_id n
max_tokens max_output_tokens max_completion_tokens maxOutputTokens candidateCount candidate_count
contents systemInstruction system_instruction cachedContent cached_content
role content parts type text source url image_url file file_url environment function
fileData file_data fileUri file_uri functionResponse function_response
functionDeclarations function_declarations generateContentRequest generate_content_request
"""
_TAKEN_FIELDS = (name for dialect in DIALECTS.values() for name in dialect.taken_fields)
_NAMES = frozenset((*_READ.split(), *_TAKEN_FIELDS, *GENERATION_CONFIG))
"""The names that the gateway reads."""
_AGENTS_OWN = """
action args arguments env input_schema metadata operation parameters parametersJsonSchema parameters_json_schema
properties response schema
"""
_OPAQUE = frozenset(_AGENTS_OWN.split())
"""Fields whose content belongs to the agent: arguments of calls, results, schemas."""


def _folded(name: str) -> str:
    return name.casefold().replace("_", "")


_FOLDED = frozenset(map(_folded, _NAMES))


def misspelt(body: dict[str, Any]) -> str:
    """Return the first field in a request whose name resembles one that the gateway reads, or an empty string."""
    pending: list[Any] = [body]
    while pending:
        value = pending.pop()
        if isinstance(value, list):
            pending += value
        elif isinstance(value, dict):
            for name, inner in mapping(value).items():
                if name not in _NAMES and _folded(name) in _FOLDED:
                    return name
                # In Anthropic's protocol, ``input`` contains the arguments of a call. In Responses, it is the list of
                # messages.
                if name not in _OPAQUE and not (name == "input" and isinstance(inner, dict)):
                    pending.append(inner)
    return ""
