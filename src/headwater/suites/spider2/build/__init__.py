"""Builds the suite from a Spider 2 checkout and optional database archives."""

from headwater.suites.spider2.build._archives import Archive, DatabaseError
from headwater.suites.spider2.build._bases import Archives
from headwater.suites.spider2.build._build import build_suite
from headwater.suites.spider2.build._checkout import Instance, TrackCheckout, read_checkout
from headwater.suites.spider2.build._options import Options
from headwater.suites.spider2.records import Data, InstanceIndex, InstanceRow, InstanceState

__all__ = [
    "Archive",
    "Archives",
    "Data",
    "DatabaseError",
    "Instance",
    "InstanceIndex",
    "InstanceRow",
    "InstanceState",
    "Options",
    "TrackCheckout",
    "build_suite",
    "read_checkout",
]
