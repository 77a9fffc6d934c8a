"""YAML is read as data with line numbers: the same values as PyYAML gives, within limits."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.dbt._yaml import Mapping, YamlError, read_yaml

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**6), 10**6)
    | st.text(max_size=8)
    | st.sampled_from(["yes", "1e3", ".5", "~"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(min_size=1, max_size=5), inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=50, derandomize=True, deadline=None)
@given(value=VALUES)
def test_values_are_those_of_pyyaml(value: object) -> None:
    text = yaml.safe_dump(value, allow_unicode=True)
    assert read_yaml(text) == yaml.safe_load(text)


def test_real_files_read_as_pyyaml_reads_them() -> None:
    files = sorted((Path(__file__).parents[1] / "context").rglob("*.yml"))
    assert files
    for file in files:
        assert read_yaml(file.read_text()) == yaml.safe_load(file.read_text())


def test_keys_and_items_know_their_lines() -> None:
    document = read_yaml("models:\n  - name: a\n\n  - name: b\n    columns: []\n")
    assert isinstance(document, Mapping)
    assert document.lines == {"models": 1}
    assert document["models"].lines == [2, 4]
    assert document["models"][1].lines == {"name": 4, "columns": 5}


def test_merge_keys() -> None:
    assert read_yaml("a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}") == {"a": {"x": 1, "y": 2}, "b": {"x": 1, "y": 3}}


BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
)
CHAIN = "a0: &a0 [1]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 2000))


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        (BOMB, "expands to more than 500,000 values", 6),
        (CHAIN, "nests deeper than 60 levels", 60),
        ("- " * 5000, "nests deeper than 60 levels", 1),
        ("a: &a [*a]", "no such anchor", 1),
        ("a: 1\nb: [1,\n", "expected", 3),
        ("a: b: c", "mapping values", 1),
        ("x: \x01", "control characters", 1),
    ],
    ids=["bomb", "chain", "deep", "itself", "open", "twice", "control"],
)
def test_refused_with_a_line(text: str, message: str, line: int) -> None:
    with pytest.raises(YamlError, match=message) as caught:
        read_yaml(text)
    assert caught.value.line == line


def test_tags_of_python_are_text() -> None:
    assert read_yaml("a: !!python/object/apply:os.system ['exit 1']") == {"a": ["exit 1"]}
