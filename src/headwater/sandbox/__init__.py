"""Runs agents, services and agents' code, isolated from the host, from grading and from each other."""

from headwater.errors import CancelledError
from headwater.sandbox._backend import open_sandbox, sweep
from headwater.sandbox._bubblewrap import change_owner, owner_of
from headwater.sandbox._cell import Emit, preload, run_in_cell
from headwater.sandbox._disks import space_of_disks
from headwater.sandbox._door import hand_over, open_door
from headwater.sandbox._limits import SERVICE_LIMITS, ResourceLimits
from headwater.sandbox._network import Network
from headwater.sandbox._overlay import Layers, disk_usage, find_file, match_owner, remove_tree
from headwater.sandbox._protocol import Sandbox, SandboxProcess
from headwater.sandbox._reads import Reads, ReadTrace, TracedRead
from headwater.sandbox._renames import CopiedFolders, FolderRenames, LinkedFiles
from headwater.sandbox._view import DATA, DEADLINE, HOME, WORKSPACE, User, View
from headwater.sandbox._watch import Bound, ExceededLimit, wait_within
from headwater.sandbox._written import Written

__all__ = [
    "DATA",
    "DEADLINE",
    "HOME",
    "SERVICE_LIMITS",
    "WORKSPACE",
    "Bound",
    "CancelledError",
    "CopiedFolders",
    "Emit",
    "ExceededLimit",
    "FolderRenames",
    "Layers",
    "LinkedFiles",
    "Network",
    "ReadTrace",
    "Reads",
    "ResourceLimits",
    "Sandbox",
    "SandboxProcess",
    "TracedRead",
    "User",
    "View",
    "Written",
    "change_owner",
    "disk_usage",
    "find_file",
    "hand_over",
    "match_owner",
    "open_door",
    "open_sandbox",
    "owner_of",
    "preload",
    "remove_tree",
    "run_in_cell",
    "space_of_disks",
    "sweep",
    "wait_within",
]
