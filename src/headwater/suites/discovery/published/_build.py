"""Builds a task for each published question whose community is unpacked."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from headwater.errors import NotFoundError
from headwater.plurals import counted
from headwater.suites.discovery.building import Laboratory, laboratory_config, open_tooling, replace_tasks
from headwater.suites.discovery.published._checkout import LAKE, PublishedCheckout, PublishedQuestion
from headwater.suites.discovery.published._locate import CommunityFiles
from headwater.suites.discovery.published._place import CommunityData, place_community
from headwater.suites.discovery.published._reproduce import ReproductionOutcome, reproduce
from headwater.suites.discovery.published._task import MEMORY_MB, PublishedTask, write_published


@dataclass(frozen=True)
class BuildReport:
    """The result of a build.

    Attributes:
        tasks: The ids of the tasks.
        outcomes: The number of tasks for each outcome of the reference code.
        unusable: The ids of questions to which no answer can be right.
        communities: The number of unpacked communities.
        missing: The communities without data, each with its number of questions.
    """

    tasks: tuple[str, ...]
    outcomes: Counter[ReproductionOutcome]
    unusable: tuple[str, ...]
    communities: int
    missing: Mapping[str, int]


def build_published(
    home: Path, checkout: PublishedCheckout, notify: Callable[[str], None], cancel: threading.Event
) -> BuildReport:
    """Try the reference code of each question whose community is unpacked, and write a task for each usable question.

    The new tasks replace all published tasks from an earlier build. Tasks on lakes remain.

    Args:
        home: The root folder of the caches.
        checkout: The questions, and the location of the data.
        notify: Called with progress messages.
        cancel: Interrupts the build when set.

    Raises:
        CancelledError: The build was interrupted. Earlier results remain cached.
        SandboxError: This machine has no sandbox.
        UserError: No community is unpacked, or one cannot be read.
    """
    communities = _place(home, checkout)
    named = (each.question.release_community for each in checkout.questions)
    missing = Counter(name for name in named if name not in communities)
    if not communities:
        raise NotFoundError(
            f"has none of {counted(len(missing), 'community', 'communities')}, such as {min(missing, default='none')}",
            where=checkout.communities.folder,
            fix="unpack some of them there, each as community_NN/full_community",
        )
    in_scope = [each for each in checkout.questions if each.question.release_community in communities]
    usable = [each for each in in_scope if not each.flaw]
    published = _try_all(home, communities, usable, notify, cancel)
    replace_tasks(home, {LAKE}, {each.source.name: partial(write_published, each) for each in published})
    return BuildReport(
        tasks=tuple(each.name for each in usable),
        outcomes=Counter(each.attempt.outcome for each in published),
        unusable=tuple(each.name for each in in_scope if each.flaw),
        communities=len(communities),
        missing=dict(sorted(missing.items())),
    )


def _place(home: Path, checkout: PublishedCheckout) -> dict[str, CommunityData]:
    """Link the unpacked communities into the cache. An empty folder does not count as unpacked."""
    names = sorted({each.question.release_community for each in checkout.questions})
    folders = {name: folder for name in names if (folder := checkout.communities.data(name)).is_dir()}
    placed = {name: place_community(home, name, folder) for name, folder in folders.items()}
    return {name: community for name, community in placed.items() if community.files}


def _try_all(
    home: Path,
    communities: Mapping[str, CommunityData],
    questions: Sequence[PublishedQuestion],
    notify: Callable[[str], None],
    cancel: threading.Event,
) -> list[PublishedTask]:
    tooling = open_tooling(home, notify)
    indexes = {name: CommunityFiles(each.files) for name, each in communities.items()}

    def attempt(number: int, one: PublishedQuestion) -> PublishedTask:
        name = one.question.release_community
        community, located = communities[name], indexes[name].locate(one.targets)
        config = laboratory_config(community.data, memory_mb=MEMORY_MB)
        laboratory = Laboratory(home, community.folder, community.data, config, tooling, cancel)
        message = f"trying {one.name}, {number:,} of {len(questions):,} (once)"
        return PublishedTask(
            one, community.data, located, reproduce(one, located, laboratory, partial(notify, message))
        )

    with ThreadPoolExecutor(max_workers=len(os.sched_getaffinity(0))) as pool:
        return list(pool.map(attempt, range(1, len(questions) + 1), questions))
