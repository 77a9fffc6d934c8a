"""Stores the catalog as a JSON file. The file is written atomically, and identified by a digest of its bytes."""

from __future__ import annotations

import hashlib
import os
import tempfile
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from headwater.context.catalog._model import Catalog
from headwater.errors import NotBuiltError


@cache
def _adapter() -> TypeAdapter[Catalog]:
    return TypeAdapter(Catalog)


def write_catalog(catalog: Catalog, path: Path) -> str:
    """Write the catalog, and return its digest."""
    content = _adapter().dump_json(catalog)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(content)
            file.flush()
            os.replace(temporary, path)  # noqa: PTH105 - readers see the old file or the new one
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    return hashlib.sha256(content).hexdigest()


def read_catalog(path: Path) -> Catalog:
    """Read a catalog.

    Raises:
        NotBuiltError: The catalog does not exist, or was written by another version of Headwater.
    """
    try:
        return _adapter().validate_json(path.read_bytes())
    except FileNotFoundError:
        raise NotBuiltError("no catalog", where=path, fix="make one with `headwater context scan SOURCE`") from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise NotBuiltError(
            f"{place}: {first['msg']}", where=path, fix="scan again with `headwater context scan`"
        ) from None


def digest_of(path: Path) -> str:
    """Return the catalog's digest. Other parts of the index store it to detect that they are out of date."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        raise NotBuiltError("no catalog", where=path, fix="make one with `headwater context scan SOURCE`") from None
