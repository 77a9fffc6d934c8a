from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.report._text import REDACTED, SecretFilter, shorten, visible

HIDDEN = "\x00\x07\x08\x0b\x1b\x7f\x85\u00ad\u061c\u200b\u200e\u202a\u202e\u2028\u2066\u2069\ufeff\ud800\U000e0041"


@pytest.mark.parametrize(
    ("written", "cleaned"),
    [
        ("plain text, ünïcödé, 日本語, עברית", "plain text, ünïcödé, 日本語, עברית"),
        ("\x1b[31mred\x1b[0m and \x1b[1;38;5;200mpink\x1b[m", "red and pink"),
        ("\x1b]0;a title\x07shown \x1b]8;;http://x.example\x1b\\link\x1b]8;;\x1b\\", "shown link"),
        ("first\r\nsecond", "first\nsecond"),
        ("10%\r20%\r30%", "10%\n20%\n30%"),
        ("user\u202enimda", "user⟨U+202E⟩nimda"),
        ("pass\u200bword", "pass⟨U+200B⟩word"),
        ("bell\x07", "bell␇"),
        ("tab\tand line\nstay", "tab\tand line\nstay"),
        ("\ud83d alone", "⟨U+D83D⟩ alone"),
    ],
)
def test_nothing_is_hidden(written: str, cleaned: str) -> None:
    assert visible(written) == cleaned


@settings(derandomize=True, max_examples=300, deadline=None)
@given(st.text(st.sampled_from(HIDDEN + "ab[]m0;\\\n\t\r")))
def test_the_cleaned_text_is_printable_and_stable(text: str) -> None:
    cleaned = visible(text)

    assert not set(cleaned) & set(HIDDEN)
    assert visible(cleaned) == cleaned


def test_long_text_keeps_its_ends_and_counts_what_is_left_out() -> None:
    text = "a" * 500 + "b" * 500

    assert shorten(text, 1000) == text
    assert shorten(text, 100) == "a" * 50 + "\n… 900 characters left out …\n" + "b" * 50


@pytest.mark.parametrize(
    "secret",
    [
        "sk-ant-api03-abcdefghijklmnopqrstuvwxyz",
        "sk-proj-0123456789abcdefABCDEF",
        "AKIAIOSFODNN7EXAMPLE",
        "ghp_0123456789abcdefghijABCDEFGHIJ",
        "xoxb-123456789012-abcdef",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlMTIz",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----",
    ],
)
def test_texts_that_look_like_keys_are_redacted(secret: str) -> None:
    assert SecretFilter({})(f"it said {secret}, and went on") == f"it said {REDACTED}, and went on"


def test_the_values_of_secret_variables_are_redacted_everywhere() -> None:
    redact = SecretFilter({"PROVIDER_API_KEY": "unusual value 42", "DB_PASSWORD": "short", "HOME": "/home/somebody"})

    assert redact("x unusual value 42 y short /home/somebody") == f"x {REDACTED} y short /home/somebody"


def test_ordinary_text_is_not_redacted() -> None:
    text = "task-oriented sk-learn, risk-averse-decision-making, eyJust a word"

    assert SecretFilter({})(text) == text
