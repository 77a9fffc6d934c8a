import textwrap

import pytest

from headwater.grading.code import (
    Finding,
    Source,
    debug_leftovers,
    oversized_functions,
    swallowed_errors,
    undefined_names,
    unparameterised_sql,
    unparsable,
)


def source(path: str, text: str, shipped: str | None = None) -> Source:
    return Source(path, textwrap.dedent(text), shipped)


def kinds(findings: list[Finding]) -> list[str]:
    return [finding.kind for finding in findings]


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("a.py", "x = 1\ndef f(:\n", 2),
        ("a.py", "x = '\0'", 1),
        ("a.json", '{"a": 1,\n', 2),
        ("a.toml", "a = 1\nb =\n", 2),
        ("a.yml", "a:\n\tb: 1\n", 2),
        ("a.yml", "a: 1\nb: c: d\n", 2),
        ("a.sql", "CREATE TABLE t (id int;", 1),
        ("a.sql", "SELECT 1);", 1),
        ("a.sql", "INSERT INTO t VALUES ('x);", 1),
        ("a.sql", "CREATE FUNCTION f() AS $$ SELECT 1;", 1),
        ("a.sh", "if true; then\n  echo 1\n", 3),
        ("a.sh", "echo 'open\n", 2),
    ],
)
def test_invalid_code_is_reported_with_its_line(path: str, text: str, line: int) -> None:
    findings = unparsable([Source(path, text, None)])
    assert kinds(findings) == ["unparsable"]
    assert abs(findings[0].line - line) <= 1
    assert findings[0].message.count("\n") == 0


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "\ufeffx = 1\n"),
        ("tsconfig.json", "{ // comment\n}"),
        ("a.sql", "SELECT 'it\\'s' || '(' -- '\n"),
        ("a.sql", "COPY t FROM stdin;\n1\tit's (\n\\.\nSELECT 1;"),
        ("a.sql", "{% if x %} ( {% else %} {% endif %} )"),
        ("a.yml", "a: |\n  \tb: 1\n  c: d: e\n"),
        ("a.yml", "url: http://x:1/y\ntime: 12:30:00\n"),
        ("a.yml", "a: 'text\n  b: c: d'\n"),
        ("a.sh", "cat <<EOF\nif (\nEOF\n"),
    ],
)
def test_valid_code_has_no_finding(path: str, text: str) -> None:
    assert unparsable([Source(path, text, None)]) == []


def test_reading_shell_executes_nothing(tmp_path) -> None:  # noqa: ANN001
    unparsable([Source("a.sh", f"touch {tmp_path}/ran\nx=$(touch {tmp_path}/ran)\n", None)])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "code",
    [
        "print(missing)",
        "def f():\n    return missing",
        "class A:\n    x = 1\n    def f(self):\n        return missing(x=1)",
        "[missing for _ in range(3)]",
        "import os\ndel os\ndef f(a=missing): return a",
        "def top(a):\n    return missing(a)",
    ],
)
def test_undefined_names(code: str) -> None:
    (finding,) = undefined_names([Source("a.py", code, None)])
    assert "'missing'" in finding.message


@pytest.mark.parametrize(
    "code",
    [
        "from x import *\nprint(missing)",
        "print(__file__, __name__, __doc__)",
        "def f():\n    global later\n    later = 1\ndef g():\n    return later",
        "try:\n    import a\nexcept ImportError:\n    a = None\nprint(a)",
        "try:\n    pass\nexcept ValueError as e:\n    print(e)",
        "try:\n    unicode\nexcept NameError:\n    unicode = str",
        "match {}:\n    case {'a': b, **rest} if (c := b):\n"
        "        print(b, c, rest)\n    case [x, *y]:\n        print(x, y)",
        "from __future__ import annotations\ndef f(a: B) -> B: ...\nclass B: ...",
        "x = []  # type: List[int]\n",
        "class A:\n    def f(self):\n        return __class__",
        "class A:\n    __x = 1\n    def f(self):\n        return self.__x",
        "if (n := 3):\n    print(n, [m for m in range(n)])",
        "def f():\n    def g():\n        nonlocal x\n        x = 1\n    x = 0\n    return g",
        "globals()['a'] = 1\nprint(a)",
        "with open('a') as (b, c):\n    print(b, c)\nfor d, e in []:\n    print(d, e)",
        "lambda a, *b, c=1, **d: (a, b, c, d)",
        "def top(a):\n    b = a\n    return b",
    ],
)
def test_defined_names(code: str) -> None:
    assert undefined_names([Source("a.py", code, None)]) == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "try:\n    load()\nexcept:\n    pass"),
        ("a.py", "try:\n    load()\nexcept Exception as e:\n    ..."),
        (
            "a.py",
            "for r in rows:\n    try:\n        load(r)\n    except (ValueError, BaseException):\n        continue",
        ),
        ("a.py", "with contextlib.suppress(Exception):\n    load()"),
        ("a.py", "with suppress(Exception):\n    db.execute('DROP TABLE staging')"),
        (
            "a.py",
            "try:\n    load()\nfinally:\n    with suppress(Exception):\n        db.execute('INSERT INTO t SELECT 1')",
        ),
        ("a.sh", "#!/bin/sh\nset +e\npsql -f a.sql\n"),
        ("a.sh", "psql -f a.sql || true"),
        ("a.sh", "sudo PGUSER=a /usr/bin/psql -f a.sql 2>/dev/null || :"),
        ("a.sh", "python3 load.py | tee log || true"),
        ("a.sh", "curl -sf localhost || true"),
        ("a.sh", "redis-cli flushall || true"),
    ],
)
def test_swallowed_errors(path: str, text: str) -> None:
    found = swallowed_errors([Source(path, text, None)], ["postgres", "redis"])
    assert kinds(found) == ["swallowed-error"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "try:\n    load()\nexcept FileNotFoundError:\n    pass"),
        ("a.py", "try:\n    load()\nexcept Exception:\n    log.exception('x')"),
        ("a.py", "try:\n    conn.close()\nexcept Exception:\n    pass"),
        (
            "a.py",
            "try:\n    load()\nfinally:\n    with suppress(Exception):\n        db.command(f'DROP TABLE {t} SYNC')",
        ),
        (
            "a.py",
            "try:\n    load()\nexcept OSError:\n    try:\n        shutil.rmtree(p)\n"
            "    except Exception:\n        pass\n    raise",
        ),
        ("a.sh", "set +e\nrun\nset -euo pipefail"),
        ("a.sh", "set +e\nrun\necho $?"),
        ("a.sh", "pkill python || true\ngrep -q psql x || true"),
        ("a.sh", "echo 'psql || true' # psql || true"),
        ("a.sh", "psql -c x || exit 1"),
        ("a.sh", "redis-cli flushall || true"),  # the task does not use Redis
    ],
)
def test_errors_that_are_handled(path: str, text: str) -> None:
    assert swallowed_errors([Source(path, text, None)], ["postgres"]) == []


@pytest.mark.parametrize(
    ("path", "text", "kind"),
    [
        ("a.py", "breakpoint()", "breakpoint"),
        ("a.py", "import pdb", "breakpoint"),
        ("a.py", "import ipdb as d\n", "breakpoint"),
        ("a.py", "x = 1  # TODO: finish", "todo-comment"),
        ("a.py", "# in the end: FIXME(me) later", "todo-comment"),
        ("a.sql", "SELECT 1; -- FIXME wrong", "todo-comment"),
        ("a.sql", "/* HACK */ SELECT 1;", "todo-comment"),
        ("a.sh", "ls # XXX remove", "todo-comment"),
        ("a.py", "def f():\n    raise NotImplementedError('later')", "stub"),
        ("a.py", "def transform(rows):\n    '''Transforms.'''\n    pass", "stub"),
        ("a.py", "class Loader:\n    def load(self): ...", "stub"),
        ("load.py.bak", "x", "stray-file"),
        ("dir/nohup.out", "x", "stray-file"),
        ("a.sql.orig", "x", "stray-file"),
    ],
)
def test_debug_leftovers_are_found(path: str, text: str, kind: str) -> None:
    assert kinds(debug_leftovers([Source(path, text, None)])) == [kind]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "x = 'TODO: finish'  # status TODO means open, as XXX-XX-1234"),
        ("a.py", '"""TODO: nothing."""'),
        ("a.sql", "SELECT 'TODO' -- plain"),
        ("a.sh", "echo '# TODO'"),
        ("a.md", "# TODO\n"),
        ("a.py", "def f(x):\n    if x:\n        return 1\n    raise NotImplementedError(x)"),
        ("a.py", "class A(Protocol[T]):\n    def f(self): ..."),
        ("a.py", "class E(Exception):\n    pass"),
        ("a.py", "def handler(n, f):\n    pass\nsignal.signal(2, handler)"),
        ("template.py", "temporary = 1"),
    ],
)
def test_no_leftovers(path: str, text: str) -> None:
    assert debug_leftovers([Source(path, text, None)]) == []


def test_a_base_class_may_be_subclassed_elsewhere() -> None:
    base = Source("base.py", "class Step:\n    def run(self):\n        raise NotImplementedError", None)
    user = Source("load.py", "from base import Step\nclass Load(Step):\n    def run(self): return 1", None)
    assert kinds(debug_leftovers([base])) == ["stub"]
    assert debug_leftovers([base, user]) == []


def test_long_functions() -> None:
    body = "    x = 1\n" * 80
    assert kinds(oversized_functions([Source("a.py", f"def f():\n{body}", None)])) == ["long-function"]
    assert oversized_functions([Source("a.py", f"def f():\n{body}", None)], max_lines=81) == []
    ddl = "    run('''\n" + "column,\n" * 200 + "''')\n"
    assert oversized_functions([Source("a.py", f"def f():\n{ddl}", None)]) == []
    shipped = f"def f():\n{body}"
    assert oversized_functions([Source("a.py", f"import os\n{shipped}    y = 2\n", shipped)]) == []


@pytest.mark.parametrize(
    ("text", "deep"),
    [
        ("for a in b:\n  while a:\n    for c in a:\n      try:\n        if a: pass\n      finally: pass", True),
        ("try:\n  with a:\n    with b:\n      for c in b:\n        if c: pass\nfinally: pass", False),
        (
            "match a:\n  case 1:\n    for a in b:\n      for c in a:\n        for d in c:\n          if d: x()",
            True,
        ),
        (
            "if a:\n  if b:\n    if c:\n      if d:\n        x()\n"
            "      elif e:\n        y()\n      elif f:\n        z()",
            False,
        ),
        (
            "if a:\n  if b:\n    if c:\n      if d:\n        x()\n      else:\n        if e:\n          y()",
            True,
        ),
        (
            "for a in b:\n  for a in b:\n    for a in b:\n      def g():\n        for a in b:\n          if a: x()",
            False,
        ),
    ],
)
def test_deep_nesting(text: str, deep: bool) -> None:
    code = "def f(a, b):\n" + textwrap.indent(text, "  ")
    assert kinds(oversized_functions([Source("a.py", code, None)])) == ["deep-nesting"] * deep


@pytest.mark.parametrize(
    "body",
    [
        "cur.execute(f\"SELECT * FROM t WHERE name = '{name}'\")",
        'cur.execute(f"SELECT * FROM t WHERE name = {name}")',
        "cur.execute(\"DELETE FROM t WHERE name = '%s'\" % name)",
        "cur.execute(\"DELETE FROM t WHERE id = %s AND name = '%s'\" % (1, name))",
        'cur.execute("DELETE FROM t WHERE name = \'" + name + "\'")',
        "cur.execute('DELETE FROM t WHERE name = \"x\" AND n IN ({})'.format(name))",
        "cur.execute(\"DELETE FROM t WHERE n = '{n}'\".format(n=name.strip()))",
        "query = f\"SELECT 1 FROM t WHERE n = '{name}'\"\n    client.query(query)",
        "client.command(f\"ALTER TABLE t DELETE WHERE n = '{name}'\")",
        "cur.execute(f\"CREATE TABLE u AS SELECT 1 FROM t WHERE n = '{name}'\")",
        "cur.execute(f\"DROP TABLE u; INSERT INTO t VALUES ('{name}')\")",
        "value = request.args.get('v')\n    db.execute(text(f\"SELECT 1 FROM t WHERE v = '{value}'\"))",
        "for row in rows:\n        cur.execute(f\"INSERT INTO t VALUES ('{row[0]}', {row[1]})\")",
        "values = ', '.join(f\"('{r[0]}', {r[1]})\" for r in rows)\n    cur.execute(f'INSERT INTO t VALUES {values}')",
    ],
)
def test_unparameterised_sql(body: str) -> None:
    code = f"def f(cur, name, rows):\n    {body}\n"
    assert kinds(unparameterised_sql([Source("a.py", code, None)])) == ["unparameterised-sql"]


@pytest.mark.parametrize(
    "body",
    [
        "cur.execute('SELECT * FROM t WHERE name = %s', (name,))",
        "cur.execute(f'SELECT count(*) FROM {name}')",
        "client.command(f\"ALTER TABLE t REPLACE PARTITION '{name}' FROM u\")",
        "client.command(f\"OPTIMIZE TABLE t PARTITION ID '{name}'\")",
        "cur.execute(f'INSERT INTO {name} VALUES (%s)', rows)",
        "cur.execute(f'SELECT * FROM t WHERE day = {DAY}')",
        'cur.execute(f"SELECT * FROM t WHERE id = {int(name)}")',
        "cur.execute(sql.SQL('SELECT {}').format(sql.Literal(name)))",
        "marks = ', '.join('%s' for _ in rows)\n    cur.execute(f'SELECT 1 FROM t WHERE id IN ({marks})', rows)",
        "marks = ', '.join(f'%({r})s' for r in rows)\n    cur.execute(f'INSERT INTO t VALUES ({marks})', rows)",
        "if name not in ALLOWED:\n        raise ValueError\n    cur.execute(f\"SELECT 1 FROM t WHERE n = '{name}'\")",
        "for t in ('a', 'b'):\n        cur.execute(f\"SELECT 1 FROM s WHERE t = '{t}'\")",
        "for i in range(3):\n        cur.execute(f'DELETE FROM t WHERE i = {i}')",
        "log.info(f\"select name = '{name}'\")",
        "client.query(\"SELECT 1 FROM t WHERE n = {n:String}\", parameters={'n': name})",
        'cur.execute(f"DELETE FROM t WHERE n = {limit}")',
    ],
)
def test_parameterised_sql(body: str) -> None:
    code = f"def f(cur, name, rows, limit: int = 1):\n    {body}\n"
    assert unparameterised_sql([Source("a.py", code, None)]) == []


FIND = "def find(cur, name):\n    cur.execute(f\"SELECT 1 FROM t WHERE n = '{name}'\")\n"


@pytest.mark.parametrize(
    "calls",
    [
        "find(cur, 'a')",
        "find(cur, name=TABLE)\nfind(cur, f'{PREFIX}_b')",
        "def main(cur, text):\n    moment = re.search('a', text)[0]\n    find(cur, moment)",
    ],
)
def test_a_parameter_is_no_runtime_value_if_calls_give_it_constants_or_matches(calls: str) -> None:
    assert kinds(unparameterised_sql([Source("a.py", FIND, None), Source("b.py", calls, calls)])) == []


@pytest.mark.parametrize(
    ("path", "calls"),
    [
        ("b.py", ""),
        ("b.py", "find(cur, 'a')\nfind(cur, sys.argv[1])"),
        ("b.py", "find(cur, *names)"),
        ("b.py", "find(cur, **names)"),
        ("b.py", "find(cur)"),
        ("b.py", "find(cur, 'a')\nserve(handler=find)"),
        ("b.py", "from a import find as f\nfind(cur, 'a')\nf(cur, input())"),
        ("b.py", "find(cur, 'a')\ngetattr(a, 'find')(cur, input())"),
        ("b.py", "find(cur, 'a')\ndef find(cur, name): ..."),
        ("b.py", "find(cur, 'a')\nthis is no Python"),
        ("tests/test_b.py", "find(cur, 'a')"),
        ("b.py", "def main(cur, name):\n    find(cur, name)\nmain(cur, 'a')"),
        ("b.py", "def main(cur):\n    name = input()\n    find(cur, name)"),
        ("b.py", "def main(cur, text):\n    name = re.search('a', text)[0]\n    name = text\n    find(cur, name)"),
        ("b.py", "def main(cur, rows):\n    for name in rows:\n        find(cur, name)"),
    ],
)
def test_a_parameter_that_could_get_anything_is_a_runtime_value(path: str, calls: str) -> None:
    sources = [Source("a.py", FIND, None), Source(path, calls, calls)]
    assert kinds(unparameterised_sql(sources)) == ["unparameterised-sql"]


def test_a_handler_is_also_called_by_its_framework() -> None:
    method = "class A{}:\n  {}def find(self, name):\n    self.c.execute(f\"SELECT 1 FROM t WHERE n = '{{name}}'\")\n"
    for bases, decorator, found in (("", "", False), ("(Handler)", "", True), ("", "@route\n  ", True)):
        text = method.format(bases, decorator) + "  def all(self):\n    self.find('a')\n"
        assert bool(unparameterised_sql([Source("a.py", text, None)])) == found


def test_long_chains_of_calls_are_not_followed() -> None:
    # Each function calls the next one twice, so following all paths would never end.
    chain = "".join(f"def f{n}(cur, a):\n    f{n + 1}(cur, a)\n    f{n + 1}(cur, a)\n" for n in range(500))
    last = FIND.replace("find", "f500")
    assert kinds(unparameterised_sql([Source("a.py", chain + last, None)])) == ["unparameterised-sql"]
