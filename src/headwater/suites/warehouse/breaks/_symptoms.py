"""Reads ``symptoms/<domain>.yml``, where people who see the symptoms describe failed tests, keyed by test name.

The descriptions are used in prompts that do not name the failed test, so they are not part of the project that agents
get.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from headwater.errors import InvalidFileError
from headwater.suites.warehouse.breaks._break import Line

SYMPTOMS = Path(__file__).with_name("symptoms")


class SymptomReport(BaseModel):
    """Two descriptions of the same failure.

    Attributes:
        symptom: The words of an analyst, who states which figures are wrong and in what way.
        business: The words of a person who sees only the report.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    symptom: Line
    business: Line


_FILE = TypeAdapter(dict[str, SymptomReport])


def read_symptoms(folder: Path) -> Mapping[str, SymptomReport]:
    """Read the descriptions, keyed by test name.

    Raises:
        InvalidFileError: A file is malformed, or two files describe the same test. The message names the file, the
            field and the fix.
    """
    found: dict[str, SymptomReport] = {}
    for path in sorted(folder.glob("*.yml")):
        try:
            read = _FILE.validate_python(yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader) or {})
        except yaml.YAMLError as error:
            raise InvalidFileError(f"not YAML: {' '.join(str(error).split())}", where=path) from None
        except ValidationError as error:
            first = error.errors()[0]
            raise InvalidFileError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}", where=path) from None
        if repeated := sorted(found.keys() & read.keys()):
            raise InvalidFileError(f"{repeated[0]} is described in another file as well", where=path, fix="keep one")
        found |= read
    return found


def name_of_test(unique_id: str) -> str:
    """Return the name of a test, given its unique id."""
    parts = unique_id.split(".")
    return parts[3] if parts[0] == "unit_test" else parts[2]
