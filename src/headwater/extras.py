"""Reports missing optional packages in one line, with the command that installs them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import requires

from headwater.errors import MissingDependencyError

_DISTRIBUTIONS = {
    "chdb": "chdb-core",
    "fpdf": "fpdf2",
    "PIL": "pillow",
    "urllib3": "clickhouse-connect",
    "yaml": "pyyaml",
}
"""The distributions of modules with a different name."""
_OF_EXTRA = re.compile(r"(?P<name>[\w.-]+).*;.*extra == ['\"](?P<extra>[\w-]+)['\"]")


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Import the packages of an extra inside this ``with`` block.

    Raises:
        MissingDependencyError: The extra is not installed. The message says how to install it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if _is_ours(error):
            raise
        raise MissingDependencyError(
            f"{error.name} is not installed", fix=f"pip install 'headwater[{extra}]'"
        ) from None


def missing_extra(error: ModuleNotFoundError) -> MissingDependencyError | None:
    """Return the error for a missing module of an extra, or None if the module belongs to no extra."""
    module = (error.name or "").partition(".")[0]
    distribution = _DISTRIBUTIONS.get(module, module.replace("_", "-"))
    found = (_OF_EXTRA.match(line) for line in requires("headwater") or ())
    extras = [match["extra"] for match in found if match and match["name"].lower() == distribution]
    if _is_ours(error) or not extras:
        return None
    choice = " or ".join(f"'headwater[{extra}]'" for extra in extras)
    return MissingDependencyError(f"{module} is not installed", fix=f"pip install {choice}")


def _is_ours(error: ModuleNotFoundError) -> bool:
    return (error.name or "").partition(".")[0] == "headwater"
