"""Gives access to models that help write questions. The gateway meters and records the requests to these models."""

from headwater.suites.discovery.models._model import Model, TextConversation, open_model, used_in
from headwater.suites.discovery.models._reading import read_object

__all__ = ["Model", "TextConversation", "open_model", "read_object", "used_in"]
