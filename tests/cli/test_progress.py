"""What a terminal or a file shows of running trials."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from headwater.cli._progress import TerminalProgress
from headwater.records import PromptVariant, TrialSpec
from headwater.trials import Faulted


def test_a_fault_is_shown_when_it_happens() -> None:
    output = StringIO()
    spec = TrialSpec(
        task="pipelines/csv-ingest", agent="human:ann", harness="base", prompt=PromptVariant.BASELINE, repeat=1
    )
    with TerminalProgress(Console(file=output)) as progress:
        progress.event(spec, Faulted("no space left on the device", is_last=False))
    assert output.getvalue() == (
        "pipelines/csv-ingest · human:ann · a fault ends the attempt, it is run again: no space left on the device\n"
    )
