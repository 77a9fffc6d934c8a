"""Finds the writer that a user selects."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from headwater.errors import NotFoundError
from headwater.suites.discovery.models import Model
from headwater.suites.discovery.questions._model_writer import ModelWriter
from headwater.suites.discovery.questions._records import Writer
from headwater.suites.discovery.questions._template import TemplateWriter


def find_writer(
    name: str,
    datasets: Path,
    home: Path,
    notify: Callable[[str], None],
    cancel: threading.Event,
    model: Model | None = None,
) -> Writer:
    """Return a writer by its name, ``template`` or ``model:NAME``.

    Args:
        name: The name from the user.
        datasets: The data of the lake.
        home: The cache for a model's drafts.
        notify: Called for each draft that is requested from a model.
        cancel: Stops waiting when set.
        model: The settings for access to a model: limits, cassettes and prices. Its model name is ignored.

    Raises:
        UserError: The writer does not exist, or the model cannot be used.
    """
    kind, _, model_name = name.partition(":")
    if kind == "template" and not model_name:
        return TemplateWriter()
    if kind != "model":
        raise NotFoundError("no such writer", where=f"--writer {name}", fix="there are template and model:NAME")
    chosen = Model(model_name) if model is None else model.with_name(model_name)
    chosen.require()
    return ModelWriter(chosen, datasets, home / "discovery" / "drafts", notify, cancel)
