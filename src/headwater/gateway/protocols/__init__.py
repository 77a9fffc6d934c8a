"""Implements the four protocols, one module each: parsing requests, parsing answers, and writing answers."""

from headwater.gateway.protocols._base import Assembler, Dialect, Memo, ScriptedAnswer
from headwater.gateway.protocols._sse import SseParser
from headwater.gateway.protocols.anthropic import Anthropic
from headwater.gateway.protocols.chat import ChatCompletions
from headwater.gateway.protocols.gemini import GENERATION_CONFIG, Gemini
from headwater.gateway.protocols.responses import Responses
from headwater.records.wire import Protocol

DIALECTS: dict[Protocol, Dialect] = {
    Protocol.ANTHROPIC: Anthropic(),
    Protocol.RESPONSES: Responses(),
    Protocol.CHAT: ChatCompletions(),
    Protocol.GEMINI: Gemini(),
}

__all__ = ["DIALECTS", "GENERATION_CONFIG", "Assembler", "Dialect", "Memo", "ScriptedAnswer", "SseParser"]
