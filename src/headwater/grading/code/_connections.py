"""Finds services' hosts, ports and URLs that are hard-coded instead of read from the environment."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from headwater.grading.code import _shell
from headwater.grading.code._python import ENV_NAME, is_lookup, keyword, last_name, literals, string, tree_of
from headwater.grading.code._source import (
    Finding,
    Hit,
    Language,
    Source,
    is_example,
    is_test,
    language_of,
    report,
)
from headwater.records import ServiceName
from headwater.services import SERVICES
from headwater.services._literals import HOST, PLACEHOLDER_HOSTS

KIND = "connection-literal"

_USER = r"(?:[^\s/@]{0,200}@)?"
_CONNECTS = re.compile(r"connect|get_client|get_async_client|create_client|\w*Client|\w*Connection|create_pool|\w*Pool")
_SERVES = re.compile(r"run|serve|serve_forever|bind|listen|\w*Server|start_server|create_server|start_http_server")
_DATABASE_KEYS = {"dbname", "database", "user", "username", "password", "db"}
# matches [ -z "$PGHOST" ]
_TESTED = re.compile(r"-[zn] \"?\$\{?(\w+)")


def connection_literals(sources: Sequence[Source], services: Collection[ServiceName]) -> list[Finding]:
    """Finds connections to the task's services that the environment cannot change.

    Python and shell are analysed. A literal that is only a default is accepted, as in `os.environ.get("KAFKA_BROKERS",
    "localhost:9092")`, `${PGHOST:-localhost}`, `… or "localhost"`, or a fallback in an exception handler. Messages,
    tests, and the addresses to which the agent's own server binds are not reported either.

    Args:
        sources: Files in the workspace.
        services: The services that the task declares. Ports of other services are ignored.

    Returns:
        Findings of kind `connection-literal`.
    """
    rules = _LiteralRules(services)

    def detect(path: str, text: str) -> list[Hit]:
        if is_test(path) or is_example(path):
            return []
        match language_of(path, text):
            case Language.PYTHON:
                hits = list(_python(tree_of(text), rules))
            case Language.SHELL:
                hits = list(_script(_shell.read(text), text, rules))
            case _:
                return []
        return list({(hit.line, hit.message): hit for hit in hits}.values())

    return report(sources, detect)


class _LiteralRules:
    """Describes which literals refer to the declared services."""

    def __init__(self, services: Collection[ServiceName]) -> None:
        engines = [SERVICES[service].literals for service in sorted(services)]
        self.ports = frozenset(port for engine in engines for port in engine.ports)
        # (?!) matches nothing, whereas an empty alternative would match everywhere.
        schemes = "|".join(engine.schemes for engine in engines) or "(?!)"
        ports = "|".join(sorted(self.ports)) or "(?!)"
        self._url = re.compile(rf"(?:{schemes})://{_USER}({HOST})(?:[:/?,]\S*)?", re.IGNORECASE)
        self._address = re.compile(rf"(?:https?://{_USER})?({HOST}):(?:{ports})(?:[/?]\S*)?", re.IGNORECASE)
        self.programs = frozenset(name for engine in engines for name in engine.programs)
        self.has_accounts = any(engine.has_accounts for engine in engines)
        prefixes = "|".join(engine.prefixes for engine in engines) or "(?!)"
        self._variable = re.compile(rf"(?:{prefixes})(?:HOST|PORT)")
        self._drivers = [engine.drivers for engine in engines]
        self._is_dsn = [engine.is_dsn for engine in engines]

    def is_address(self, text: str) -> bool:
        """Return whether the whole literal is a URL, an address, a list of them, or a DSN."""
        text = text.strip()
        if not text or len(text) > 2000:
            return False
        for pattern in (self._url, self._address):
            pieces = [text] if pattern is self._url else text.split(",")
            hosts = [match[1].lower() for piece in pieces if (match := pattern.fullmatch(piece.strip()))]
            if any(host not in PLACEHOLDER_HOSTS for host in hosts):
                return True
        return any(is_dsn(text) for is_dsn in self._is_dsn)

    def names_connection(self, variable: str) -> bool:
        """Return whether an environment variable holds the address of a declared service."""
        return self._variable.fullmatch(variable) is not None

    def imports_driver(self, tree: ast.Module) -> bool:
        """Return whether a module imports a driver of a declared service."""
        return any(driver.fullmatch(name) for driver in self._drivers for name in _imported(tree))

    def is_port(self, value: object) -> bool:
        """Return whether the value is a port of a declared service."""
        return not isinstance(value, bool) and isinstance(value, int | str) and str(value) in self.ports


def _python(tree: ast.Module, rules: _LiteralRules) -> Iterator[Hit]:
    fallbacks = _Fallbacks(tree).ids
    for literal, text in literals(tree):
        if id(literal) not in fallbacks and rules.is_address(text):
            yield _hit(literal.lineno, text, f"The address '{_without_password(text)}' is a literal")
    constants = _constants(tree)
    has_driver = rules.imports_driver(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _call(node, rules, constants, fallbacks, has_driver)
        elif isinstance(node, ast.Dict):
            yield from _dict(node, rules, fallbacks)


def _call(
    node: ast.Call,
    rules: _LiteralRules,
    constants: dict[str, ast.Constant],
    fallbacks: set[int],
    has_driver: bool,
) -> Iterator[Hit]:
    """Yield the literal `host=` and `port=` arguments of a client, including those defined by module constants."""
    name = last_name(node.func)
    if _SERVES.fullmatch(name) or is_lookup(node):
        return
    port = _literal_of(keyword(node, "port"), constants, fallbacks)
    if port is not None and rules.is_port(port.value):
        yield _hit(port.lineno, f"port {port.value!r}", f"The port {port.value!r} is a literal")
    host = _literal_of(keyword(node, "host", "hostname"), constants, fallbacks)
    # Other libraries also have functions with these names and a host.
    if host is None or not _CONNECTS.fullmatch(name) or not has_driver:
        return
    if isinstance(host.value, str) and re.fullmatch(HOST, host.value):
        yield _hit(host.lineno, f"host {host.value}", f"The host '{host.value}' is a literal")


def _dict(node: ast.Dict, rules: _LiteralRules, fallbacks: set[int]) -> Iterator[Hit]:
    items = {name: value for key, value in zip(node.keys, node.values, strict=True) if (name := string(key))}
    port = _literal_of(items.get("port"), {}, fallbacks)
    if port is not None and rules.is_port(port.value):
        yield _hit(port.lineno, f"port {port.value!r}", f"The port {port.value!r} is a literal")
    host = _literal_of(items.get("host"), {}, fallbacks)
    if host is None or not isinstance(host.value, str) or not re.fullmatch(HOST, host.value):
        return
    is_database = rules.has_accounts and len(_DATABASE_KEYS & set(items)) >= 2
    if is_database and "port" in items and (port is None or rules.is_port(port.value)):
        yield _hit(host.lineno, f"host {host.value}", f"The host '{host.value}' is a literal")


def _literal_of(node: ast.expr | None, constants: dict[str, ast.Constant], fallbacks: set[int]) -> ast.Constant | None:
    """Return the literal that is passed as an argument, directly or through a module constant."""
    literal = constants.get(node.id) if isinstance(node, ast.Name) else node
    return literal if isinstance(literal, ast.Constant) and id(literal) not in fallbacks else None


def _constants(tree: ast.Module) -> dict[str, ast.Constant]:
    """Return the names to which the file assigns a single literal and nothing else."""
    stored = Counter(
        node.id if isinstance(node, ast.Name) else node.arg
        for node in ast.walk(tree)
        if isinstance(node, ast.arg) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    )
    return {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name) and stored[target.id] == 1
    }


def _imported(tree: ast.Module) -> set[str]:
    """Return the top-level names of the modules that a module imports."""
    modules = [
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [item.name for item in node.names])
    ]
    return {module.partition(".")[0] for module in modules}


class _Fallbacks:
    """Collects the literals that are only fallbacks of a setting."""

    def __init__(self, tree: ast.Module) -> None:
        self.ids: set[int] = set()
        self.names: set[str] = set()
        reads_environment = any(is_lookup(node) or _is_environ(node) for node in ast.walk(tree))
        for node in ast.walk(tree):
            self._take(node, reads_environment)
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and self._is_default(node):
                self._all(node.value)

    def _take(self, node: ast.AST, reads_environment: bool) -> None:
        match node:
            case ast.Call() if is_lookup(node):
                for value in [*node.args[1:], *(keyword.value for keyword in node.keywords)]:
                    self._all(value)
            case ast.BoolOp(op=ast.Or(), values=[first, *rest]) if not isinstance(first, ast.Constant):
                for value in rest:
                    self._all(value)
            case ast.IfExp(body=body, orelse=orelse):
                if not (isinstance(body, ast.Constant) and isinstance(orelse, ast.Constant)):
                    self._all(body)
                    self._all(orelse)
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    if ENV_NAME.fullmatch(string(key) or ""):
                        self._all(value)
            case ast.Compare():
                self._all(node)
            case ast.ExceptHandler(body=body) | ast.If(body=body):
                self._branch(node, body)
            case ast.ClassDef() if reads_environment or any("Settings" in last_name(base) for base in node.bases):
                for statement in node.body:
                    if isinstance(statement, ast.AnnAssign) and statement.value:
                        self._all(statement.value)

    def _branch(self, node: ast.AST, body: list[ast.stmt]) -> None:
        """Collect assignments after a failed lookup, or after a test that the assigned name is empty."""
        tested = _targets(node.test) if isinstance(node, ast.If) else None
        for statement in body:
            if isinstance(statement, ast.Assign):
                assigned = {name for target in statement.targets for name in _targets(target)}
                if tested is None or assigned & tested:
                    self._all(statement.value)

    def _all(self, node: ast.AST) -> None:
        for inner in ast.walk(node):
            self.ids.add(id(inner))
            if isinstance(inner, ast.Name):
                self.names.add(inner.id)

    def _is_default(self, node: ast.Assign | ast.AnnAssign) -> bool:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = [last_name(target) for target in targets]
        return any(name in self.names or re.search("default|fallback", name, re.IGNORECASE) for name in names)


def _targets(node: ast.expr) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def _is_environ(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "environ"


def _script(script: _shell.Script, text: str, rules: _LiteralRules) -> Iterator[Hit]:
    tested = frozenset(_TESTED.findall(text))
    for command in script.commands:
        if command.program in {"echo", "printf"}:
            continue
        for word in command.words:
            yield from _word(command.line, word, tested, rules)
        if command.program in rules.programs:
            yield from _options(command, rules)


def _word(line: int, word: str, tested: frozenset[str], rules: _LiteralRules) -> Iterator[Hit]:
    name, equals, value = word.partition("=")
    assigned = bool(equals) and name.isidentifier()
    if assigned and name in tested:
        return  # the name is set only if the environment left it empty
    if assigned and rules.names_connection(name) and re.fullmatch(rf"{HOST}|\d{{2,5}}", value):
        yield _hit(line, word, f"{name} is set to the literal '{value}'")
    for candidate in {word, value} if equals else {word}:
        if rules.is_address(candidate):
            yield _hit(line, candidate, f"The address '{_without_password(candidate)}' is a literal")


def _options(command: _shell.SimpleCommand, rules: _LiteralRules) -> Iterator[Hit]:
    arguments = command.arguments
    for option, following in zip(arguments, [*arguments[1:], ""], strict=True):
        name, equals, value = option.partition("=")
        value = value if equals else following
        if name in {"-h", "--host"} and re.fullmatch(HOST, value):
            yield _hit(command.line, f"host {value}", f"The host '{value}' is a literal")
        elif name in {"-p", "--port"} and rules.is_port(value):
            yield _hit(command.line, f"port {value}", f"The port {value} is a literal")


def _without_password(text: str) -> str:
    masked = re.sub(r":[^\s:/@]{1,200}@", ":***@", text)
    return re.sub(r"password=\S{1,200}", "password=***", masked)[:120]


def _hit(line: int, excerpt: str, message: str) -> Hit:
    return Hit(line, KIND, excerpt, f"{message}; it has to come from the environment.")
