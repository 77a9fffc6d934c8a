"""Headwater evaluates AI coding agents on data engineering.

A *trial* gives one agent one task in a sealed sandbox with real databases and streams, freezes what the
agent leaves behind, and grades it through five ordered gates. The folders are the river that a trial
flows down: ``suites`` -> ``jobs`` -> ``trials`` -> ``snapshots`` -> ``sandbox`` and ``services`` ->
``agents`` -> ``grading`` -> ``records``.
"""

__version__ = "0.1.0"
