"""Implements the program of data-agent, Headwater's small reference agent.

``loop`` runs the agent, ``models`` sends requests to a model, ``tools`` implements a shell and an editor, and ``mcp``
connects to a harness's tools. These files run in the sandbox with the standard library alone, so they import nothing
from Headwater. The program is the same for every harness. Harnesses differ only in the available tools.
"""
