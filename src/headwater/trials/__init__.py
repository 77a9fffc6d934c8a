"""Runs one trial, from mounting the starting state to writing the record."""

from headwater.errors import BrokenTaskError, NoRoomError
from headwater.trials._attempt import AgentEnded, AgentStarted
from headwater.trials._digest_checks import digest_checks
from headwater.trials._faults import Faulted
from headwater.trials._host import RESERVE_MIB, HostWatch, free_mib, require_room
from headwater.trials._left import LeftFiles, copy_left
from headwater.trials._models import Models, ModelUsed
from headwater.trials._paths import TrialPaths, start_layers
from headwater.trials._person import TerminalTaken
from headwater.trials._preparer import require_answers
from headwater.trials._prove import ProofRun, mount_seconds, run_proof
from headwater.trials._ready import take_start
from headwater.trials._require import require_model
from headwater.trials._setting import Finished, Notify, Placed, Ready, Setting
from headwater.trials._trial import run_trial
from headwater.trials._verdict import grade_state, has_state
from headwater.trials._write import write_atomically

__all__ = [
    "RESERVE_MIB",
    "AgentEnded",
    "AgentStarted",
    "BrokenTaskError",
    "Faulted",
    "Finished",
    "HostWatch",
    "LeftFiles",
    "ModelUsed",
    "Models",
    "NoRoomError",
    "Notify",
    "Placed",
    "ProofRun",
    "Ready",
    "Setting",
    "TerminalTaken",
    "TrialPaths",
    "copy_left",
    "digest_checks",
    "free_mib",
    "grade_state",
    "has_state",
    "mount_seconds",
    "require_answers",
    "require_model",
    "require_room",
    "run_proof",
    "run_trial",
    "start_layers",
    "take_start",
    "write_atomically",
]
