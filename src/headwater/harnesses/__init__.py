"""Defines harnesses: the tooling that agents have in their sandbox, as read-only layers that trials mount.

A harness is an object of `Harness`, which declares additions to the harness `base`. Each folder here defines one or
more harnesses in its ``harness.py``, and other packages provide more through the entry-point group
``headwater.harnesses``. `prepare` builds a harness once for all jobs. Later additions come first on the PATH: the order
of addition is `base`, then the harness, then the toolchain that a task names.
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
