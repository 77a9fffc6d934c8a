from __future__ import annotations

import base64
import gzip
import re

import pytest

from headwater.report._chunks import chunk


@pytest.mark.parametrize("small", [False, True])
def test_a_chunk_is_one_call_whose_argument_cannot_be_left(*, small: bool) -> None:
    text = '</script><script>alert(1)</script>"); alert(2); //\u2028\ud800 ünïcode'

    script = chunk(text, small=small).decode()

    found = re.fullmatch(r'headwater\.receive\("([A-Za-z0-9+/=]*)"\);\n', script)
    assert found
    assert gzip.decompress(base64.b64decode(found[1])).decode() == text.replace("\ud800", "?")
