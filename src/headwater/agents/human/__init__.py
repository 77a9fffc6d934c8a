"""A person as agent: a shell in the sealed trial, at this terminal or with commands from a file.

::

    terminal ⇄ Terminal ⇄ unix socket, shown in the sandbox ⇄ shell.session ⇄ pseudo-terminal ⇄ bash
    (raw)      (a thread)                                        └─► agent.log: each command, its output

Everything on the right of the socket is in the sandbox. What comes from there is bytes that the terminal shows, as of
any other program, and nothing in it steers Headwater.
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
