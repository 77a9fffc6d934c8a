"""The four protocols: each a file that reads requests, reads answers, and writes answers."""

from headwater.gateway.protocols._base import Assembler, Dialect, Memo, Rendering
from headwater.gateway.protocols._sse import SseParser
from headwater.gateway.protocols.anthropic import Anthropic
from headwater.gateway.protocols.chat import Chat
from headwater.gateway.protocols.gemini import GENERATION_CONFIG, Gemini
from headwater.gateway.protocols.responses import Responses
from headwater.records.wire import Protocol

DIALECTS: dict[Protocol, Dialect] = {
    Protocol.ANTHROPIC: Anthropic(),
    Protocol.RESPONSES: Responses(),
    Protocol.CHAT: Chat(),
    Protocol.GEMINI: Gemini(),
}

__all__ = ["DIALECTS", "GENERATION_CONFIG", "Assembler", "Dialect", "Memo", "Rendering", "SseParser"]
