"""data-agent: Headwater's own reference agent, small enough to read in one sitting.

``loop`` is the loop, ``models`` asks a model, ``tools`` are a shell and an editor, ``mcp`` brings the tools of a
harness. These files run in the sandbox with its Python and its standard library alone, so they import nothing of
Headwater's. They are the same whatever the harness: what differs between two harnesses is which tools there are.
"""
