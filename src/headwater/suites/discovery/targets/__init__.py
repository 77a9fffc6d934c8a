"""Derives the files that a question needs from the data flow in its reference code, without running the code."""

from headwater.suites.discovery.targets._derive import Cause, Targets, derive_targets, parse_code
from headwater.suites.discovery.targets._library import PATH_ARGUMENTS, is_reader
from headwater.suites.discovery.targets._paths import Parts, distinct, has_folder, parts_of, same_file, slug

__all__ = [
    "PATH_ARGUMENTS",
    "Cause",
    "Parts",
    "Targets",
    "derive_targets",
    "distinct",
    "has_folder",
    "is_reader",
    "parse_code",
    "parts_of",
    "same_file",
    "slug",
]
