"""Harnesses: the tooling that agents find in their sandbox, in read-only layers that trials mount.

A harness is an object: `Harness` declares what is added to the harness `base`. Each folder here has one or several in
its ``harness.py``, and other packages bring more through the entry-point group ``headwater.harnesses``. `prepare`
builds a harness, once for all jobs. What is added later comes first on the PATH: `base`, then the harness, then the
toolchain that a task names.
"""

from headwater.harnesses._built import BuiltHarness, add, prepare
from headwater.harnesses._harness import PREPARED, PROOF, ROOT, Harness, McpServer, Preparation, Proof, Software
from headwater.harnesses._registry import BASE, all_harnesses, find_harness

__all__ = [
    "BASE",
    "PREPARED",
    "PROOF",
    "ROOT",
    "BuiltHarness",
    "Harness",
    "McpServer",
    "Preparation",
    "Proof",
    "Software",
    "add",
    "all_harnesses",
    "find_harness",
    "prepare",
]
