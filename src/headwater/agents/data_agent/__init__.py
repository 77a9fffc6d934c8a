"""data-agent: Headwater's own reference agent, small enough to read in one sitting.

``loop`` is the loop, ``models`` asks a model, ``tools`` has a shell and an editor, and ``mcp`` brings the tools of a
harness. These files run in the sandbox with its Python and its standard library alone, so they import nothing from
Headwater. They are the same for every harness; harnesses differ only in the available tools.
"""
