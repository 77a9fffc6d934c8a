"""Runs the examples in a page or docstring."""

from __future__ import annotations

import doctest


def run_examples(text: str) -> None:
    """Run the examples in the working directory, and check that each prints the text below it."""
    runner = doctest.DocTestRunner()
    failures: list[str] = []
    runner.run(doctest.DocTestParser().get_doctest(text, {}, "example", None, None), out=failures.append)
    assert not failures, "".join(failures)
    assert runner.tries > 2
