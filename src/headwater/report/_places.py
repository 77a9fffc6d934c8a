"""Defines the paths of pages and chunks, relative to the root of the site."""

from __future__ import annotations

import hashlib
import re

OVERVIEW = "index.html"
TASKS = "tasks.html"
TRIALS = "trials.html"
TRIAL_ROWS = "data/trials.js"
SIDE_BY_SIDE = "side-by-side.html"
COMPARE = "compare.html"
METHOD = "method.html"
LIVE = "live.html"

_SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,119}")


def slug(name: str) -> str:
    """Return a unique file name for any name: the name itself if it is safe, else a simplified form with a digest."""
    if _SAFE.fullmatch(name) and not name.endswith("."):
        return name
    readable = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[:80] or "x"
    return f"{readable}.{hashlib.sha256(name.encode(errors='replace')).hexdigest()[:10]}"


def task_page(ref: str) -> str:
    """Return the path of a task's page."""
    return f"task/{slug(ref.replace('/', '.'))}.html"


def trial_page(job: str, trial: str) -> str:
    """Return the path of a trial's page."""
    return f"trial/{slug(job)}/{slug(trial)}.html"


def trace_chunk(job: str, trial: str) -> str:
    """Return the path of the chunk that contains a trial's trajectory."""
    return f"data/trace/{slug(job)}/{slug(trial)}.js"


def compare_page(factor: str, first: str, second: str) -> str:
    """Return the path of the page that compares two levels of a factor."""
    return f"compare/{factor}/{slug(first)}--{slug(second)}.html"


def root_of(place: str) -> str:
    """Return the relative path from a page to the site's root."""
    return "../" * place.count("/")


def running_page(job: str, trial: str) -> str:
    """Return the path of a running trial's page. Only the live view has such pages."""
    return f"running/{slug(job)}/{slug(trial)}.html"


def running_chunk(job: str, trial: str) -> str:
    """Return the path of the chunk that contains a running trial's trajectory so far."""
    return f"data/running/{slug(job)}/{slug(trial)}.js"
