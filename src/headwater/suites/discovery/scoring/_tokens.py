"""Splits an answer into quantities and words."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction

_CURRENCIES = {
    **dict.fromkeys(("us$", "usd", "dollar", "dollars"), "$"),
    **dict.fromkeys(("eur", "euro", "euros"), "€"),
    "gbp": "£",
    "inr": "₹",
}
_SCALES = {
    "": Fraction(1), "%": Fraction(1, 100), "percent": Fraction(1, 100), "per cent": Fraction(1, 100),
    "k": Fraction(10**3), "thousand": Fraction(10**3), "m": Fraction(10**6), "million": Fraction(10**6),
    "b": Fraction(10**9), "bn": Fraction(10**9), "billion": Fraction(10**9), "trillion": Fraction(10**12),
}  # fmt: skip
_SAME = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d", "-"),
        **dict.fromkeys("\u2018\u2019\u201b`\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f", '"'),
    }
)
# Python refuses to parse integers of several thousand digits.
_PLAIN = r"\d{1,100}(?:\.\d{1,100})?|\.\d{1,100}"
_GROUPED = r"\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d{1,100})?"


def _pattern(digits: str) -> re.Pattern[str]:
    """Return the pattern of a token, given the pattern of a number. A hyphen after a word or number is not a sign."""
    return re.compile(
        rf"""
        \d+(?:\.\d+){{2,}}                                                  # a version such as 4.0.3
        | (?P<sign>(?<![\w.%)])[-+](?=[\d.$€£¥₹])|)
          (?:(?P<currency>(?:us)?\$|[€£¥₹])\ ?(?P<minus>-(?=[\d.]))?)?
          (?<![\w.])(?P<digits>{digits})(?P<power>e[-+]?\d{{1,3}})?
          (?:\ ?(?P<scale>%|(?:percent|per\ cent|thousand|million|billion|trillion)\b)|(?P<suffix>k|m|bn?)\b|(?!\w))
          (?:\ (?P<unit>usd|dollars?|eur|euros?|gbp|inr)\b)?
        | \w+
        | \S
        """,
        re.VERBOSE | re.IGNORECASE,
    )


_TOKEN = _pattern(f"{_GROUPED}|{_PLAIN}")
_TOKEN_WITHOUT_GROUPS = _pattern(_PLAIN)


@dataclass(frozen=True)
class Quantity:
    """A number with its unit.

    Attributes:
        value: The number with its scale applied: 0.38 for 38 %, 74,000 for 74K.
        scale: 1/100 for 38 %, 1,000 for 74K.
        decimals: The number of decimal places as written, which is negative if the exponent is large.
        currency: The currency symbol. Empty if there is none.
        text: The number as written.
    """

    value: Fraction
    scale: Fraction
    decimals: int
    currency: str
    text: str

    @property
    def number(self) -> Fraction:
        """The number before the unit: 38 for 38 %."""
        return self.value / self.scale


Token = Quantity | str


def clean(text: str) -> str:
    """Return text in which equivalent characters are unified."""
    # Normalization can produce a character that the table replaces, and it changes an acute accent unless that is
    # replaced before.
    return " ".join(unicodedata.normalize("NFKC", text.translate(_SAME)).translate(_SAME).split())


def tokens(text: str, *, has_groups: bool = True) -> tuple[Token, ...]:
    """Split clean text into quantities, words and marks, ignoring case and the whitespace between them.

    Args:
        text: One item of an answer.
        has_groups: Whether a comma can separate thousands. Otherwise it separates numbers.
    """
    pattern = _TOKEN if has_groups else _TOKEN_WITHOUT_GROUPS
    return tuple(_token(found) for found in pattern.finditer(text))


def _token(match: re.Match[str]) -> Token:
    if match["digits"] is None:
        return match[0].casefold()
    mantissa = match["digits"].replace(",", "")
    power = int(match["power"][1:]) if match["power"] else 0
    number = Fraction(mantissa) * Fraction(10) ** power
    if "-" in (match["sign"], match["minus"]):
        number = -number
    scale = _SCALES[(match["scale"] or match["suffix"] or "").lower()]
    currency = (match["currency"] or match["unit"] or "").lower()
    return Quantity(
        value=number * scale,
        scale=scale,
        decimals=len(mantissa.partition(".")[2]) - power,
        currency=_CURRENCIES.get(currency, currency),
        text=match[0].strip(),
    )
