"""Find the communities by name."""

from __future__ import annotations

from importlib import import_module

from headwater.errors import NotFoundError
from headwater.extras import needs_extra
from headwater.suites.discovery.corpus._community import Community

COMMUNITIES = ("city", "company", "grid", "hospital", "port", "university")


def community_named(name: str) -> Community:
    """Import the module of a community, and return the community.

    Raises:
        NotFoundError: No community has this name.
        MissingDependencyError: A library is not installed.
    """
    if name not in COMMUNITIES:
        raise NotFoundError("is no community", where=name, fix=f"there are {', '.join(COMMUNITIES)}")
    with needs_extra("discovery"):
        community: Community = import_module(f"headwater.suites.discovery.corpus.{name}").COMMUNITY
    return community
