"""Which files of a data lake describe data, and hold none."""

from __future__ import annotations

import re

_DOCUMENT = re.compile(
    r"(^|/)(readme|liesmich|hinweise|schluessel|license|licence|changelog|change_log|codebook|data_dictionary|dictionary|notes?)(?![a-z])[^/]*$|\.(md|rst|pdf)$",
    re.IGNORECASE,
)


def is_document(path: str) -> bool:
    """Whether a file is a README, a dictionary, a change log or such, by its name: reading it is part of the search."""
    return _DOCUMENT.search(path) is not None
