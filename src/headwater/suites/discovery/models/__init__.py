"""Models that help to write questions; requests go through the gateway, which meters and records them."""

from headwater.suites.discovery.models._model import Conversation, Model, open_model, used_in
from headwater.suites.discovery.models._reading import read_object

__all__ = ["Conversation", "Model", "open_model", "read_object", "used_in"]
