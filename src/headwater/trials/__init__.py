"""The life of one trial, from its snapshot to its record."""

from headwater.trials._attempt import AgentStarted
from headwater.trials._models import ModelAsked, Models
from headwater.trials._paths import TrialPaths, start_layers
from headwater.trials._person import TerminalTaken
from headwater.trials._ready import take_start
from headwater.trials._setting import Finished, Setting
from headwater.trials._trial import run_trial
from headwater.trials._verdict import grade_state
from headwater.trials._write import write_atomically

__all__ = [
    "AgentStarted",
    "Finished",
    "ModelAsked",
    "Models",
    "Setting",
    "TerminalTaken",
    "TrialPaths",
    "grade_state",
    "run_trial",
    "start_layers",
    "take_start",
    "write_atomically",
]
