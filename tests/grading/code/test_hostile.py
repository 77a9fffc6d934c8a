"""No text makes a check raise or take long."""

import time

import pytest

from headwater.grading.code import Source, unparsable, unread

from .test_honest import CHECKS

HOSTILE = {
    "null bytes": "x = '\0'\0",
    "surrogates": "x = '\udcff'\n# TODO \udcff\n",
    "unary": "-" * 50_000 + "1",
    "sum": "x = 1" + "+1" * 50_000,
    "calls": "a" + "()" * 50_000,
    "attributes": "a" + ".b" * 50_000,
    "not": "x = " + "not " * 900 + "1",
    "brackets": "[" * 50_000,
    "parentheses": "x = " + "(" * 190 + ")" * 190,
    "elif": "if a:\n pass\n" + "elif a:\n pass\n" * 5_000,
    "indent": "".join(" " * level + "if x:\n" for level in range(99)) + " " * 99 + "pass",
    "json": '{"a":' * 50_000,
    "json number": "[" + "1" * 90_000 + "]",
    "expressions": "{{" * 50_000 + "}} {{",
    "dollars": "$a$" * 30_000 + "$",
    "quotes": "'\"`" * 30_000,
    "heredocs": "cat <<A <<B\n" * 3_000,
    "expansions": "${" * 50_000,
    "substitutions": "$(" * 50_000,
    "url": "x = '" + "a" * 90_000 + "://" + ":" * 9_000 + "@'",
    "dsn": "x = '" + "a=" * 45_000 + "'",
    "equals": "password=" * 10_000,
    "comments": "-- TODO\n" * 4_000,
    "key": "x = '-----BEGIN " + "A " * 40_000 + "PRIVATE KEY-----'",
    "percent": "def f(a):\n    c.execute('select = %s' % " + "a" * 9_000 + ")",
    "format": "def f(a):\n    c.execute('select {0[' + '{' .format(a))",
    "percent d": "def f(a):\n    c.execute('select %(a)s %s %' % (a,))",
    "format fields": "def f(a):\n    c.execute('select {} {9999999} {b} {1}'.format(a))",
    "return": "return x\nnonlocal y\n",
    "printing": "def f(a):\n    c.execute('select = ' + a + "
    + "(a+" * 90
    + "a"
    + ")" * 90
    + " + g(" * 50
    + ")" * 50
    + ")",
    "assignments": "AAA=1\n" * 9_000,
    "keys": "{" + ", ".join(f'"\\u0061{n}": "x"' for n in range(9_000)) + "}",
    "empty": "",
}


@pytest.mark.minutes
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text(name: str) -> None:
    suffixes = (".py", ".sh", ".sql", ".yml", ".json", ".toml", ".ini", ".md", ".js", "")
    sources = [Source(f"a{suffix}", HOSTILE[name], None) for suffix in suffixes]
    sources.append(Source("shipped.py", "x = 1", HOSTILE[name]))
    for check in CHECKS.values():
        started = time.process_time()
        check(sources)
        assert time.process_time() - started < 20


def test_a_program_that_cannot_be_read_is_a_finding() -> None:
    deep = Source("deep.py", HOSTILE["sum"], None)
    large = Source("large.py", "x = 1\n" * 100_000, None)
    assert [finding.path for finding in unparsable([deep, large])] == ["large.py", "deep.py"]


def test_files_that_are_too_large_are_reported() -> None:
    text = "1,2\n" * 2_000_000
    assert set(unread([Source("a.csv", text, None), Source("b.csv", text, text)])) == {"a.csv"}
