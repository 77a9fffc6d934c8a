"""Implements the agent ``human``: a person at this terminal who works in the trial's shell, or a file of commands.

::

    terminal ⇄ Terminal ⇄ unix socket, shown in the sandbox ⇄ shell.session ⇄ pseudo-terminal ⇄ bash
    (raw)      (a thread)                                        └─► agent.log: each command, its output

Everything to the right of the socket is in the sandbox. The sandbox sends only bytes, which the terminal shows like the
output of any other program. These bytes cannot control Headwater.
"""

from headwater.agents.human._agent import Human, is_human
from headwater.agents.human._log import SessionLog, ShellCommand, read_session
from headwater.agents.human._terminal import SOCKET_FOLDER, at_terminal, is_a_terminal
from headwater.agents.human.shell import ABANDONED

__all__ = [
    "ABANDONED",
    "SOCKET_FOLDER",
    "Human",
    "SessionLog",
    "ShellCommand",
    "at_terminal",
    "is_a_terminal",
    "is_human",
    "read_session",
]
