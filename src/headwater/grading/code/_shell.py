"""Reads shell scripts into commands and words, in a single linear pass that never fails."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from headwater.grading.code._source import words

_TOKEN = re.compile(
    r"""
    (?P<blank>[ \t\r]+|\\\n)
  | (?P<newline>\n)
  | (?P<comment>\#[^\n]*)
  | (?P<heredoc><<-?[ \t]*(?P<quote>['"]?)(?P<tag>[A-Za-z_]\w*)(?P=quote))
  | (?P<redirect>\d?(?:<<<|>>|<>|>\||[<>]&|&>>|&>|[<>]))
  | (?P<operator>&&|\|\||;;|\|&|[;&|()])
    """,
    re.VERBOSE,
)
_PLAIN = re.compile(r"[^\s'\"\\$`;&|()<>]+")
_PREFIXES = words("if then elif else while until do ! { time exec sudo nohup command env builtin")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)\+?=(.*)", re.DOTALL)


@dataclass
class SimpleCommand:
    """A simple command: its words without quotes, and the operator that follows it."""

    line: int
    words: list[str] = field(default_factory=list)
    operator: str = ""

    @property
    def assignments(self) -> list[tuple[str, str]]:
        """The words of the form NAME=value, before a command or as arguments of `export` and similar commands."""
        return [(match[1], match[2]) for word in self.words if (match := _ASSIGNMENT.fullmatch(word))]

    @property
    def arguments(self) -> list[str]:
        """The program and its arguments, without preceding keywords, wrappers and assignments."""
        for index, word in enumerate(self.words):
            # The word after the program is the duration.
            if word == "timeout":
                return self.words[index + 2 :]
            if word not in _PREFIXES and not _ASSIGNMENT.fullmatch(word):
                return self.words[index:]
        return []

    @property
    def program(self) -> str:
        """The name of the program without its folder."""
        arguments = self.arguments
        return arguments[0].rpartition("/")[2] if arguments else ""


@dataclass
class Script:
    """A script: its commands in order, its comments and its here-documents."""

    commands: list[SimpleCommand] = field(default_factory=list)
    comments: list[tuple[int, str]] = field(default_factory=list)
    documents: list[tuple[int, str]] = field(default_factory=list)


def read(text: str) -> Script:
    """Read a script. Expansions in words stay unexpanded."""
    return _ShellReader(text).read()


class _ShellReader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.script = Script()
        self.command = SimpleCommand(1)
        self.tags: list[str] = []

    def read(self) -> Script:
        while self.at < len(self.text):
            token = _TOKEN.match(self.text, self.at)
            if token is None:
                self.add_word()
                continue
            self.line += token[0].count("\n")
            self.at = token.end()
            self.take(token)
        self.finish("")
        return self.script

    def take(self, token: re.Match[str]) -> None:
        if token["newline"]:
            self.finish("\n")
            self.skip_documents()
        elif token["comment"]:
            self.script.comments.append((self.line, token["comment"]))
        elif token["heredoc"]:
            self.tags.append(token["tag"])
        elif token["operator"]:
            self.finish(token["operator"])

    def finish(self, operator: str) -> None:
        if self.command.words:
            self.command.operator = operator
            self.script.commands.append(self.command)
        self.command = SimpleCommand(self.line)

    def skip_documents(self) -> None:
        for tag in self.tags:
            end = re.compile(rf"^[ \t]*{tag}[ \t\r]*$", re.MULTILINE).search(self.text, self.at)
            body = self.text[self.at : end.start() if end else len(self.text)]
            self.script.documents.append((self.line, body))
            self.line += body.count("\n")
            self.at = end.end() if end else len(self.text)
        self.tags = []

    def add_word(self) -> None:
        if not self.command.words:
            self.command.line = self.line
        pieces: list[str] = []
        begin = self.at
        while self.at < len(self.text):
            start = self.at
            pieces.append(self.piece())
            if self.at == start == begin:  # this character begins no word or token, so it becomes a word
                pieces.append(self.text[start])
                self.at += 1
            elif self.at == start:
                break
            self.line += self.text.count("\n", start, self.at)
        self.command.words.append("".join(pieces))

    def piece(self) -> str:
        """Read one part of a word. The position does not change if the word has ended."""
        char = self.text[self.at]
        if char == "'":
            return self.until("'")
        if char == '"':
            return self.double_quoted()
        if char == "\\":
            self.at += 2
            return self.text[self.at - 1 : self.at]
        if char in "$`":
            return self.expansion()
        if plain := _PLAIN.match(self.text, self.at):
            self.at = plain.end()
            return plain[0]
        return ""

    def until(self, quote: str) -> str:
        end = self.text.find(quote, self.at + 1)
        end = len(self.text) if end < 0 else end
        inside = self.text[self.at + 1 : end]
        self.at = end + 1
        return inside

    def double_quoted(self) -> str:
        self.at += 1
        pieces: list[str] = []
        while self.at < len(self.text) and self.text[self.at] != '"':
            if self.text[self.at] in "$`":
                pieces.append(self.expansion())
            else:
                self.at += 1 + (self.text[self.at] == "\\")
                pieces.append(self.text[self.at - 1 : self.at])
        self.at += 1
        return "".join(pieces)

    def expansion(self) -> str:
        """Read `$x`, `${x:-y}`, `$(…)` or backticks without expanding them."""
        start = self.at
        if self.text[start] == "`":
            self.until("`")
        elif (opening := self.text[start + 1 : start + 2]) and opening in "({":
            self.at += 1
            self.balanced(opening, ")" if opening == "(" else "}")
        elif self.text[start : start + 2] == "$'":
            self.at += 1
            return self.until("'")
        else:
            self.at += 1
        return self.text[start : self.at]

    def balanced(self, opening: str, closing: str) -> None:
        depth = 0
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "'" and opening == "(":
                self.until("'")
                continue
            self.at += 1 + (char == "\\")
            depth += (char == opening) - (char == closing)
            if depth == 0:
                return
