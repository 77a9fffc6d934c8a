"""Drafts questions on a lake, for use by several commands."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from headwater.caches import home
from headwater.suites.discovery.anchors import Anchor, Times, find_anchors, open_room
from headwater.suites.discovery.building import Laboratory, open_laboratory, open_tooling
from headwater.suites.discovery.commands._faults import print_faults
from headwater.suites.discovery.commands._say import say
from headwater.suites.discovery.corpus import COMMUNITIES
from headwater.suites.discovery.intake import Intake, QuestionSelection, copy_lake, lake_name, question_lake
from headwater.suites.discovery.lake import DATASETS, Lake, read_lake
from headwater.suites.discovery.models import Model
from headwater.suites.discovery.published import LAKE
from headwater.suites.discovery.questions import find_writer
from headwater.suites.discovery.solvers import DataFile, index_files


@dataclass(frozen=True)
class OpenLake:
    """A user's lake, its cached copy, and a laboratory for the copy.

    Attributes:
        copy: The folder of the copy in the cache.
    """

    name: str
    lake: Lake
    copy: Path
    files: list[DataFile]
    laboratory: Laboratory


def open_lake(folder: Path, given_lake: str, cancel: threading.Event) -> OpenLake:
    """Copy the data of a lake unless it is cached, and open a laboratory for the copy.

    Raises:
        UserError: The folder is not a lake, or its name cannot be used.
    """
    lake = read_lake(folder)
    name = lake_name(given_lake, folder, (*COMMUNITIES, LAKE))
    copy = copy_lake(lake, name, home())
    laboratory = open_laboratory(home(), copy, open_tooling(home(), say), cancel)
    return OpenLake(name, lake, copy, index_files(copy / DATASETS), laboratory)


@dataclass(frozen=True)
class LakeDrafts:
    """The drafted questions of a lake, and the lake's anchors."""

    intake: Intake
    anchors: tuple[Anchor, ...]


def draft_lake(opened: OpenLake, writer: str, model: Model, per_notebook: int, cancel: threading.Event) -> LakeDrafts:
    """Draft questions on a lake in the same way as ``build discovery --corpus``.

    Raises:
        CancelledError: The work was interrupted. The next call resumes where it stopped.
        UserError: The writer does not exist.
    """
    datasets = opened.copy / DATASETS
    chosen = find_writer(writer, datasets, home(), say, cancel, model)
    room = open_room(home(), say, cancel)
    found = find_anchors(opened.lake, room, home() / "discovery" / "anchors", say, Times())
    print_faults(found.faults)
    selection = QuestionSelection(per_notebook)
    intake = question_lake(opened.name, found.anchors, chosen, opened.files, opened.laboratory, selection, say)
    print_faults(intake.faults)
    return LakeDrafts(intake, found.anchors)


def questions_folder(lake: Path) -> Path:
    """Return the folder of accepted questions. It is next to the lake because decisions must outlive the cache."""
    return Path(f"{lake.resolve()}.questions")
