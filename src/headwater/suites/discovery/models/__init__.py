"""Models that help to make questions: asked through the gateway, which meters them and records every request."""

from headwater.suites.discovery.models._model import Conversation, Model, open_model, used_in
from headwater.suites.discovery.models._reading import read_object

__all__ = ["Conversation", "Model", "open_model", "read_object", "used_in"]
