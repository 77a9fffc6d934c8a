"""Rejects SQL that would make SQLGlot's parser overflow the stack or run forever.

The parser is compiled code, so a stack overflow raises no exception, and no signal interrupts it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlglot import exp
    from sqlglot.tokenizer_core import Token

_MAX_TEXT = 2_000_000
_MAX_NESTED = 150
_NESTING = re.compile(
    r"'(?:[^'\\]|\\.|'')*'?|\"[^\"]*\"?|--[^\n]*|/\*.*?(?:\*/|\Z)|[(\[]|[)\]]|\b(?:case|end)\b", re.DOTALL | re.I
)
_MAX_CHAIN, _MAX_UNARY = 200, 100
_LINKS = ("[", "::", "->")
_CHAIN = re.compile(
    r"(?:(?:\[[^\[\]]{0,40}\]|::\s*\w{1,40}(?:\s*\([^()]{0,40}\))?|->>?\s*(?:'[^']{0,40}'|\w{1,40}))\s*)"
    rf"{{{_MAX_CHAIN}}}"
)
_UNARY = ("not", "-", "+", "~")
_UNARY_CHAIN = re.compile(rf"(?:(?:\bnot\b|[-+~])\s*){{{_MAX_UNARY}}}")
_MAX_OPEN_JOINS = 10
"""SQLGlot parses a join without a condition, and everything after it, twice. Ten such joins take 2^10 times as long."""


def refusal(sql: str) -> tuple[str, int] | None:
    """Return why a text must not be parsed and the offset of the problem, or None if the text is acceptable."""
    if len(sql) > _MAX_TEXT:
        return f"is longer than {_MAX_TEXT:,} characters", 0
    lowered = sql.lower()  # counting is much faster than a regular expression
    if sum(map(sql.count, _LINKS)) >= _MAX_CHAIN and (found := _CHAIN.search(sql)):
        return "nests too deeply", found.start()
    if sum(map(lowered.count, _UNARY)) >= _MAX_UNARY and _UNARY_CHAIN.search(_without_comments(lowered)):
        return "nests too deeply", 0
    if sql.count("(") + sql.count("[") + lowered.count("case") > _MAX_NESTED:
        return _nesting(sql)
    return None


def check_joins(sql: str, tokens: Sequence[Token]) -> None:
    """Refuse more than 10 consecutive joins whose conditions have not appeared yet.

    Raises:
        sqlglot.errors.ParseError: The query has more such joins.
    """
    if sql.lower().count("join") <= _MAX_OPEN_JOINS:
        return
    from sqlglot import TokenType
    from sqlglot.errors import ParseError

    waiting, outer = 0, []
    for number, token in enumerate(tokens):
        match token.token_type:
            case TokenType.L_PAREN:
                outer.append(waiting)
                waiting = 0
            case TokenType.R_PAREN:
                waiting = outer.pop() if outer else 0
            case TokenType.SELECT:
                waiting = 0
            case TokenType.ON | TokenType.USING:
                waiting = max(0, waiting - 1)
            case TokenType.JOIN | TokenType.STRAIGHT_JOIN if not _stands_alone(tokens, number):
                waiting += 1
                if waiting > _MAX_OPEN_JOINS:
                    raise ParseError(f"more than {_MAX_OPEN_JOINS} joins without a condition, one after another")


def _stands_alone(tokens: Sequence[Token], join: int) -> bool:
    """Return whether a join never takes a condition, as with ``cross join`` and ``natural left join``."""
    from sqlglot import TokenType
    from sqlglot.parser import Parser

    start = join
    while start and tokens[start - 1].token_type in {*Parser.JOIN_METHODS, *Parser.JOIN_SIDES, *Parser.JOIN_KINDS}:
        start -= 1
    kinds = {token.token_type for token in tokens[start:join]}
    return TokenType.CROSS in kinds or not kinds.isdisjoint(Parser.JOIN_METHODS)


def parse(sql: str, dialect: str) -> list[exp.Expr | None]:
    """Parse statements.

    Raises:
        sqlglot.errors.SqlglotError: The statements are invalid, or exceed the limits of the parser.
    """
    from sqlglot.dialects import Dialect
    from sqlglot.errors import ParseError

    if (refused := refusal(sql)) is not None:
        raise ParseError(refused[0])
    dialect_made = Dialect.get_or_raise(dialect)
    tokens = dialect_made.tokenize(sql)
    check_joins(sql, tokens)
    try:
        return list(dialect_made.parser().parse(tokens, sql))
    except RecursionError:
        raise ParseError("nests too deeply") from None


def _nesting(sql: str) -> tuple[str, int] | None:
    depth = 0
    for match in _NESTING.finditer(sql):
        bracket = match[0].lower()
        if bracket in ("(", "[", "case"):
            depth += 1
            if depth > _MAX_NESTED:
                return "nests too deeply", match.start()
        elif bracket in (")", "]", "end"):
            depth -= 1
    return None


def _without_comments(sql: str) -> str:
    return re.sub(r"--[^\n]*", "", sql) if "--" in sql else sql
