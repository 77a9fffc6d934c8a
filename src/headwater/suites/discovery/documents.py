"""Decides which files in a data lake only describe data."""

from __future__ import annotations

import re

_DOCUMENT = re.compile(
    r"(^|/)(readme|liesmich|hinweise|schluessel|license|licence|changelog|change_log|codebook|data_dictionary|dictionary|notes?)(?![a-z])[^/]*$|\.(md|rst|pdf)$",
    re.IGNORECASE,
)


def is_document(path: str) -> bool:
    """Return whether a file name denotes a README, a data dictionary or a similar file, which may always be read."""
    return _DOCUMENT.search(path) is not None
