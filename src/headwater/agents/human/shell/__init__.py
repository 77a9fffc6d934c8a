"""The program of the agent ``human`` in the sandbox: a shell for a person, or for commands from a file.

``session`` runs the shell and carries bytes, ``marks`` finds what the shell says about itself in its output, ``record``
logs each command with its output, ``text`` shows the instruction and the clock, and ``hooks.bash`` is what the shell
does in addition to an ordinary one. These files run in the sandbox with its Python and its standard library alone, so
they import nothing of Headwater's.
"""

ABANDONED = 75
"""Exit code: the person gave up."""
