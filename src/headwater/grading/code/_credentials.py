"""Finds literal passwords, tokens and keys."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from headwater.grading.code import _config, _shell, _sql
from headwater.grading.code._python import dotted, is_lookup, keyword, last_name, literals, string, tree_of
from headwater.grading.code._source import (
    Finding,
    Hit,
    Language,
    Source,
    is_example,
    is_test,
    language_of,
    line_at,
    report,
    words,
)

KIND = "hardcoded-credential"

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PASSWORD = re.compile(r"(?:[a-z]*)(?:password|passwd|passphrase)|pwd|[a-z]+pwd")
_KEY_PAIRS = {("api", "key"), ("access", "key"), ("secret", "key"), ("private", "key"), ("account", "key")}
_TOKEN_OF = words("api auth access bearer refresh bot github slack session jwt admin")
_PLACEHOLDER = re.compile(
    r"change|replace|placeholder|example|dummy|redacted|your|todo|insert|fill|<|\{|\$|%\(|%s|\*\*|xxx|\.\.\.|…",
    re.IGNORECASE,
)
_TYPES = words("str string text varchar char bytes bool boolean int hidden none null nil any true false")
_FIELD_WORDS = words(
    "password passwd pwd pw pass passphrase hash hashed field column col user db database name token "
    "key api access auth header x id authorization bearer secret private refresh csrf session input "
    "form label client server sasl account azure aws gcp basic credentials"
)
_CONNECTS = re.compile(r"connect|client|engine|pool|connection|session|login|auth|producer|consumer", re.IGNORECASE)

_KEY_SHAPES = (
    ("sk-ant-", re.compile(r"(?<![A-Za-z0-9])sk-ant-([A-Za-z0-9_-]{20,200})")),
    ("sk-proj-", re.compile(r"(?<![A-Za-z0-9])sk-proj-([A-Za-z0-9_-]{20,200})")),
    ("ghp_", re.compile(r"(?<![A-Za-z0-9])gh[pousr]_([A-Za-z0-9]{30,200})")),
    ("github_pat_", re.compile(r"(?<![A-Za-z0-9])github_pat_([A-Za-z0-9_]{22,200})")),
    ("AKIA", re.compile(r"(?<![A-Za-z0-9])AKIA([0-9A-Z]{16})(?![A-Za-z0-9])")),
    ("xox", re.compile(r"(?<![A-Za-z0-9])xox[baprs]-([A-Za-z0-9-]{10,200})")),
    (
        "a private key",
        re.compile(r"-----BEGIN (?:[A-Z]{1,20} ){0,3}PRIVATE KEY-----(?:\\n|\s){0,4}([A-Za-z0-9+/=]{40,80})"),
    ),
)
_URL = re.compile(
    r"(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,30}://([^\s:/@'\"]{0,100}):([^\s:/@'\"]{1,200})@([^\s/'\"]{0,200})",
    re.I,
)
_DSN = re.compile(r"(?<!\S)password=([^\s'\";&]{1,200})")
_DSN_MARK = re.compile(r"(?<!\S)(?:host|hostaddr|dbname|user)=")
_SQL_PASSWORD = re.compile(
    r"\b(?:PASSWORD|IDENTIFIED\s{1,9}(?:WITH\s{1,9}\w{1,40}\s{1,9})?BY)\s{1,9}'([^']{1,200})'", re.IGNORECASE
)
_DEFAULT_EXPANSION = re.compile(r"\$\{(\w+):?[-=]([^${}`]+)\}")
_GENERIC = words("password passwd pass pwd pw secret")
_GENERIC_USER = words("user username usr name login u")


def hardcoded_credentials(sources: Sequence[Source]) -> list[Finding]:
    """Finds passwords, tokens and keys that are written as literals.

    A literal is reported if its name stands for a secret (`db_password`, `API_KEY`, `sasl.password`), in Python, shell,
    SQL and configuration, even as the default of an environment lookup. URLs and DSNs with a password, PASSWORD clauses
    in SQL, and values in the format of a well-known kind of key are reported in every kind of file. Empty values,
    placeholders, comments, docstrings and prose are not reported. Names are ignored in tests and in templates such as
    `.env.example`.

    Args:
        sources: Files in the workspace.

    Returns:
        Findings of kind `hardcoded-credential`, at most one per line and name.
    """
    return report(sources, _detect)


def _detect(path: str, text: str) -> list[Hit]:
    language = language_of(path, text)
    hits = list(_shapes(language, text))
    if not (is_test(path) or is_example(path)):
        hits += _named_hits(language, text)
    return list({(hit.line, hit.message): hit for hit in hits}.values())


def _hit(line: int, name: str, value: str) -> Hit:
    return Hit(line, KIND, f"{name}={value}", f"{name} is given as a literal ('{_masked(value)}').")


def _masked(value: str) -> str:
    return value[:1] + "***" if len(value) > 6 else "***"


def is_credential(name: str, value: str, *, connects: bool = False) -> bool:
    """Return whether a name stands for a secret and its value can be one.

    Args:
        name: The name of the variable, argument or key.
        value: The literal.
        connects: Whether the value is passed to something that logs in, where even the value "password" counts.
    """
    parts = [word.lower() for word in _WORD.findall(name)]
    value = value.strip()
    if not parts or not value or not _plausible(value):
        return False
    values = {word.lower() for word in _WORD.findall(value)}
    if _PASSWORD.fullmatch(parts[-1]):
        return _is_password(parts, value, values, connects)
    if tuple(parts[-2:]) in _KEY_PAIRS or parts[-1] == "apikey":
        return len(value) >= 6 and not values <= _FIELD_WORDS
    if parts[-1] == "secret" and len(parts) > 1:
        return len(value) >= 6 and not values <= _FIELD_WORDS
    if parts[-1] == "token" and not _TOKEN_OF.isdisjoint(parts):
        return len(value) >= 6 and not values <= _FIELD_WORDS
    return parts[-1] in {"token", "secret"} and _looks_random(value)


def _is_password(parts: list[str], value: str, values: set[str], connects: bool) -> bool:
    if parts[-1] == "pwd" and value.startswith(("/", ".", "~")):
        return False  # PWD is the working directory
    return connects or value.lower() == "secret" or not values <= _FIELD_WORDS or not values


def _plausible(value: str) -> bool:
    """Return whether a value can be a secret rather than a placeholder, type, message or variable name."""
    if any(char.isspace() for char in value) or value.lower() in _TYPES or set(value) <= set("*x-_.?#"):
        return False
    if re.fullmatch(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+|[A-Z]*PASSWORD", value):
        return False
    return not _PLACEHOLDER.search(value)


def _looks_random(value: str) -> bool:
    """Return whether a value looks like a secret regardless of its name. Vague names such as `token` require this."""
    return bool(len(value) >= 12 and re.search(r"\d", value) and re.search(r"[A-Za-z]", value) and value.isascii())


def _shapes(language: Language, text: str) -> Iterator[Hit]:
    for line, fragment in _code_texts(language, text):
        for name, shape in _KEY_SHAPES:
            for match in shape.finditer(fragment):
                # Placeholders repeat characters, and the keys in the documentation of AWS contain EXAMPLE.
                if len(set(match[1])) >= 8 and "EXAMPLE" not in match[1].upper():
                    message = f"A key of a well-known shape is in the code ({name}***)."
                    yield Hit(line + fragment.count("\n", 0, match.start()), KIND, match[0], message)


def _code_texts(language: Language, text: str) -> list[tuple[int, str]]:
    """Return the parts of a file that are not prose, each with its first line number."""
    match language:
        case Language.PROSE:
            return []
        case Language.PYTHON:
            return [(node.lineno, value) for node, value in literals(tree_of(text))]
        case Language.SHELL:
            script = _shell.read(text)
            fragments = [(command.line, word) for command in script.commands for word in command.words]
            return fragments + script.documents
        case Language.SQL:
            return [(1, _sql.read(text).code)]
        case Language.UNKNOWN:
            return [(1, text)]
        case _:
            return [(entry.line, entry.value) for entry in _config.entries(language, text)]


def _named_hits(language: Language, text: str) -> Iterator[Hit]:
    match language:
        case Language.PYTHON:
            yield from _python(tree_of(text))
        case Language.SHELL:
            yield from _shell_script(_shell.read(text))
        case Language.SQL:
            yield from _in_sql(1, _sql.read(text).code)
        case Language.PROSE | Language.UNKNOWN:
            return
        case _:
            for entry in _config.entries(language, text):
                yield from _pair(entry.line, entry.key, entry.value)
                yield from _in_text(entry.line, entry.value)


def _in_text(line: int, value: str) -> Iterator[Hit]:
    """Yield URLs and DSNs with a password, and SQL clauses that set a password."""
    for match in _URL.finditer(value):
        user, password, host = match[1].lower(), match[2], match[3].lower()
        generic = password.lower() in _GENERIC and (user in _GENERIC_USER or host.startswith("host"))
        if not generic and _plausible(password):
            yield _hit(line, "The password in a URL", password)
    if _DSN_MARK.search(value):
        for match in _DSN.finditer(value):
            if _plausible(match[1]):
                yield _hit(line, "The password in a connection string", match[1])
    yield from _in_sql(line, value)


def _in_sql(line: int, code: str) -> Iterator[Hit]:
    for match in _SQL_PASSWORD.finditer(code):
        if _plausible(match[1]) and not match[1].startswith(":"):
            yield _hit(line + line_at(code, match.start()) - 1, "The password in an SQL statement", match[1])


def _pair(line: int, name: str, value: str) -> Iterator[Hit]:
    """Yield a secret that is the value of a name, or the default of a `${NAME:-default}` in the value."""
    if is_credential(name, value):
        yield _hit(line, name, value)
    for match in _DEFAULT_EXPANSION.finditer(value):
        if is_credential(match[1], match[2].strip("'\"")):
            yield _hit(line, match[1], match[2])


def _shell_script(script: _shell.Script) -> Iterator[Hit]:
    for command in script.commands:
        for name, value in command.assignments:
            yield from _pair(command.line, name, value)
        for word, following in zip(command.words, [*command.words[1:], ""], strict=True):
            yield from _option(command.line, word, following)
            if command.program not in {"echo", "printf"}:
                yield from _in_text(command.line, word)
    for line, document in script.documents:
        yield from _in_sql(line, document)


def _option(line: int, word: str, following: str) -> Iterator[Hit]:
    if not word.startswith("--"):
        if word.startswith("$") and word.endswith("}"):
            yield from _pair(line, "", word)
        return
    name, equals, value = word.partition("=")
    value = value if equals else following
    if not value.startswith("-"):
        yield from _pair(line, name, value)


def _python(tree: ast.Module) -> Iterator[Hit]:
    for node in ast.walk(tree):
        for name, value, connects in _bound_values(node):
            for literal in _literal_values(value):
                if is_credential(name, literal, connects=connects):
                    yield _hit(value.lineno, name, literal)
    for node, text in literals(tree):
        yield from _in_text(node.lineno, text)


def _bound_values(node: ast.AST) -> Iterator[tuple[str, ast.expr, bool]]:
    """Yield each name and value that the node binds, and whether it is an argument of a function that logs in."""
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _assigned(target, value)
        case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
            yield from _assigned(target, value)
        case ast.Dict(keys=keys, values=values):
            for key, value in zip(keys, values, strict=True):
                yield string(key) or "", value, False
        case ast.arguments():
            yield from _defaults(node)
        case ast.Call():
            yield from _arguments(node)


def _assigned(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr, bool]]:
    pairs = isinstance(target, ast.Tuple | ast.List) and isinstance(value, ast.Tuple | ast.List)
    if pairs and len(target.elts) == len(value.elts):  # type: ignore[attr-defined]  # narrowed just above
        for inner, part in zip(target.elts, value.elts, strict=True):  # type: ignore[attr-defined]
            yield from _assigned(inner, part)
    elif isinstance(target, ast.Subscript):
        yield string(target.slice) or "", value, dotted(target.value) == "os.environ"
    else:
        yield dotted(target).rpartition(".")[2], value, False


def _defaults(node: ast.arguments) -> Iterator[tuple[str, ast.expr, bool]]:
    positional = [*node.posonlyargs, *node.args]
    for argument, default in zip(reversed(positional), reversed(node.defaults), strict=False):
        yield argument.arg, default, False
    for argument, default_value in zip(node.kwonlyargs, node.kw_defaults, strict=True):
        if default_value is not None:
            yield argument.arg, default_value, False


def _arguments(call: ast.Call) -> Iterator[tuple[str, ast.expr, bool]]:
    connects = _CONNECTS.search(last_name(call.func)) is not None
    for passed in call.keywords:
        yield passed.arg or "", passed.value, connects
    name = next((text for argument in call.args[:2] if (text := string(argument))), "")
    default = keyword(call, "default", "fallback")
    if default is not None and (name.startswith("-") or is_lookup(call)):
        yield name, default, name.startswith("-")
    elif is_lookup(call) and len(call.args) > 1:
        yield name, call.args[-1], "env" in dotted(call.func)


def _literal_values(value: ast.expr) -> Iterator[str]:
    """Yield the strings that an expression can evaluate to, through `or`, conditionals and common wrappers."""
    waiting = [value]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.BoolOp(values=values):
                waiting += values
            case ast.IfExp(body=body, orelse=orelse):
                waiting += [body, orelse]
            case ast.Call(args=[inner]) if last_name(node.func) in {"SecretStr", "str"}:
                waiting.append(inner)
            case ast.Call() if last_name(node.func) in {"Field", "field"}:
                waiting += [default for default in [keyword(node, "default"), *node.args[:1]] if default]
            case _ if (text := string(node)) is not None:
                yield text
