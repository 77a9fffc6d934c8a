"""Gives access to models that help write questions; the gateway meters and records their requests."""

from headwater.suites.discovery.models._model import Model, TextConversation, open_model, used_in
from headwater.suites.discovery.models._reading import read_object

__all__ = ["Model", "TextConversation", "open_model", "read_object", "used_in"]
