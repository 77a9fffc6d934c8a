"""Implements the ``human`` agent's program, which runs a shell in the sandbox for a person or commands from a file.

``session`` runs the shell and relays bytes, ``marks`` finds the shell's messages in its output, ``record`` logs each
command with its output, ``text`` formats the instruction and the clock, and ``hooks.bash`` extends an ordinary shell.
These files run in the sandbox with the standard library alone, so they import nothing from Headwater.
"""

ABANDONED = 75
"""The exit code of a session that the person gave up."""
