"""Finds anchors: numbers shown in notebooks, each with its input files and the smallest program that computes it."""

from headwater.suites.discovery.anchors._build import LakeAnchors, find_anchors, write_anchors
from headwater.suites.discovery.anchors._find import TOLERANCE, Times
from headwater.suites.discovery.anchors._operations import operations_of
from headwater.suites.discovery.anchors._records import Anchor, NotebookAnchors, Operation, Reason
from headwater.suites.discovery.anchors._room import Room, open_room

__all__ = [
    "TOLERANCE",
    "Anchor",
    "LakeAnchors",
    "NotebookAnchors",
    "Operation",
    "Reason",
    "Room",
    "Times",
    "find_anchors",
    "open_room",
    "operations_of",
    "write_anchors",
]
