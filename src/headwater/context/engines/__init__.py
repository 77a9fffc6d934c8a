"""What reads data: each engine opened read-only and hardened, profiled in one pass, queried within limits."""

from headwater.context.engines._base import (
    Answer,
    AnswerColumn,
    LimitReached,
    Limits,
    QueryRefused,
    Reader,
    Structure,
)
from headwater.context.engines._open import engine_of, name_of, open_reader, without_password

__all__ = [
    "Answer",
    "AnswerColumn",
    "LimitReached",
    "Limits",
    "QueryRefused",
    "Reader",
    "Structure",
    "engine_of",
    "name_of",
    "open_reader",
    "without_password",
]
