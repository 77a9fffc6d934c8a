"""Models that help to write questions; requests go through the gateway, which meters and records them."""

from headwater.suites.discovery.models._model import Model, TextConversation, open_model, used_in
from headwater.suites.discovery.models._reading import read_object

__all__ = ["Model", "TextConversation", "open_model", "read_object", "used_in"]
