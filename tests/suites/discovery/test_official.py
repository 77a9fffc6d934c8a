"""The official comparison, quirk by quirk."""

from __future__ import annotations

import pytest

from headwater.suites.discovery.scoring import OfficialMatch, official_match

NO, NUMERIC, EXACT = OfficialMatch(False, False), OfficialMatch(False, True), OfficialMatch(True, True)


@pytest.mark.parametrize(
    ("prediction", "gold", "match"),
    [
        ("38%", "38%", EXACT),
        (" NEW \n york ", "new York", EXACT),
        ("", " ", EXACT),
        ("38 %", "38%", NUMERIC),
        ("0.38", "38%", NO),
        ("Paris 94", "Chevella; Chelvella; 94", NUMERIC),
        ("10,779", "10779", NO),
        ("10,779", "10 779", NUMERIC),
        ("2019-2020", "2019 - 2020", NO),
        ("2019-2020", "2019; -2020", NUMERIC),
        ("0.3333333", "0.33", NO),
        ("a;b", "a; b", NO),
        ("1;2", "1; 2", NUMERIC),
        ("93; 106", "106; 93", NO),
        ("4", "4.0", NUMERIC),
        ("0.0000001", "0.0000006511", NUMERIC),
        ("1000000.0000009", "1000000", NUMERIC),
        ("1000000.00001", "1000000", NO),
        ("1e3", "1000", NUMERIC),
        (".5.5", "0.5 0.5", NUMERIC),
        ("\u0663", "3", NUMERIC),
        ("1e999", "1e998", NO),
        ("yes", "no", NO),
    ],
)
def test_each_quirk_is_reproduced(prediction: str, gold: str, match: OfficialMatch) -> None:
    assert official_match(prediction, gold) == match
