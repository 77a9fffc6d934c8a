"""A person as agent: a shell in the sealed trial, at this terminal or with commands from a file.

::

    terminal ⇄ Terminal ⇄ unix socket, shown in the sandbox ⇄ shell.session ⇄ pseudo-terminal ⇄ bash
    (raw)      (a thread)                                        └─► agent.log: each command, its output

Everything to the right of the socket is in the sandbox. It sends bytes that the terminal shows, like the output of any
other program, and nothing in them controls Headwater.
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
