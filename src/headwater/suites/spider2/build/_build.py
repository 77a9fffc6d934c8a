"""Builds the suite from a checkout: the base and the task of each instance, and the index of all instances."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

from headwater.locks import exclusive
from headwater.sandbox import CancelledError, remove_tree
from headwater.suites.spider2.build._archives import DatabaseError
from headwater.suites.spider2.build._bases import Archives, InstanceBase, build_base
from headwater.suites.spider2.build._checkout import Instance, TrackCheckout
from headwater.suites.spider2.build._laboratory import ReferenceBuilder
from headwater.suites.spider2.build._leaks import allow_shipped_copies
from headwater.suites.spider2.build._learn import BrokenReferenceError
from headwater.suites.spider2.build._options import Options
from headwater.suites.spider2.build._projects import Project, ProjectError
from headwater.suites.spider2.build._references import find_reference
from headwater.suites.spider2.build._repairs import find_repair
from headwater.suites.spider2.build._sweep import sweep_bases
from headwater.suites.spider2.build._tasks import REPAIRED, SUITE, UNSCOREABLE, TaskContent, task_id, write_task
from headwater.suites.spider2.records import Data, InstanceIndex, InstanceRow, InstanceState
from headwater.suites.spider2.tasks_folders import INDEX, folder_of

DEFAULT_DAY = date(2024, 11, 1)
"""The date that dbt sees if no gold database provides one. All source data is older."""


def build_suite(
    home: Path,
    checkout: TrackCheckout,
    archives: Archives,
    options: Options,
    notify: Callable[[str], None],
    cancel: threading.Event,
) -> InstanceIndex:
    """Build the suite, and replace the previous build once the new one is complete.

    The base and the task of each instance are cached, so that an interrupted build resumes where it stopped. At the
    end, bases that only earlier builds used are removed from the cache.

    Raises:
        CancelledError: The build was interrupted.
        NoRoomError: The disk is full.
    """
    suites = [SUITE, *([REPAIRED] if options.repaired else [])]
    with exclusive(home / "locks/spider2-build"):
        building = {suite: folder_of(home, suite).with_name(f"{suite}.building") for suite in suites}
        for folder in building.values():
            remove_tree(folder)
            folder.mkdir(parents=True)
        laboratory = ReferenceBuilder(home, options, notify, cancel)
        rows = []
        for number, instance in enumerate(checkout.instances, start=1):
            if cancel.is_set():
                raise CancelledError("the build was interrupted; the next one resumes from here")
            row = _build_one(building, checkout, instance, archives, laboratory)
            rows.append(row)
            notify(
                f"[{number}/{len(checkout.instances)}] {instance.id}: {row.state}{f' ({row.why})' if row.why else ''}"
            )
        index = InstanceIndex(repaired=options.repaired, rows=tuple(rows))
        for suite, folder in building.items():
            (folder / INDEX).write_text(index.model_dump_json(indent=1))
            _put(folder, folder_of(home, suite))
        sweep_bases(home)
    return index


def _put(building: Path, folder: Path) -> None:
    old = folder.with_name(f"{folder.name}.old")
    remove_tree(old)
    if folder.exists():
        os.rename(folder, old)  # noqa: PTH104
    building.rename(folder)
    remove_tree(old)


def _build_one(
    building: dict[str, Path],
    checkout: TrackCheckout,
    instance: Instance,
    archives: Archives,
    laboratory: ReferenceBuilder,
) -> InstanceRow:
    try:
        base = build_base(laboratory.home, instance, archives)
    except (ProjectError, DatabaseError) as problem:
        return InstanceRow(
            instance=instance.id,
            task="",
            state=InstanceState.NO_DATA,
            free=_ships_answer(instance),
            data=Data.NONE,
            tables=len(instance.tables),
            why=str(problem),
        )
    content = _task_content(checkout, instance, base, laboratory.options)
    why = base.facts.problem
    try:
        content = laboratory.with_learned_facts(content)
    except BrokenReferenceError as broken:
        why = str(broken)
        content = replace(
            content, reference=None, state=content.state if base.facts.has_gold else InstanceState.NO_GOLD
        )
    for suite, folder in building.items():
        place = folder if content.state.is_scoreable else folder / UNSCOREABLE
        task = place / task_id(instance.id)
        write_task(content, task, suite=suite)
        if content.reference is not None and content.state.is_scoreable:
            allow_shipped_copies(task, base.folder / "workspace", laboratory.home)
    return InstanceRow(
        instance=instance.id,
        task=task_id(instance.id),
        state=content.state,
        free=content.is_free,
        data=base.facts.data,
        tables=len(instance.tables),
        why="" if content.state.is_scoreable else why or "no gold, and no sibling that is solved",
        faults=content.repair.faults,
        counterfeits=tuple(one.name for one in content.counterfeits),
        left_out=content.outcome.missing if content.outcome else (),
        varying=_varying(content),
    )


def _varying(content: TaskContent) -> tuple[str, ...]:
    if content.outcome is None:
        return ()
    learned = content.outcome.learned
    columns = [f"{table}.{column}" for table, found in learned.varying.items() for column in found]
    return (*columns, *learned.unsettled)


def _ships_answer(instance: Instance) -> bool:
    models = Project(instance.folder).models if instance.folder.is_dir() else {}
    return bool(instance.tables) and all(name.lower() in models for name in instance.tables)


def _task_content(checkout: TrackCheckout, instance: Instance, base: InstanceBase, options: Options) -> TaskContent:
    physical = frozenset(name.lower() for name in base.facts.physical)
    names = [one.id for one in checkout.instances]
    reference = find_reference(instance, checkout.examples, names, physical)
    repair = find_repair(Project(instance.folder), base.facts.physical)
    if base.facts.has_gold:
        state = InstanceState.GRADED
    elif base.facts.data is Data.REBUILT and reference is not None:
        state = InstanceState.REBUILT
    else:
        state = InstanceState.NO_GOLD
    day = None if options.real_date else base.facts.day or DEFAULT_DAY
    return TaskContent(instance, base, state, reference, repair, day)
