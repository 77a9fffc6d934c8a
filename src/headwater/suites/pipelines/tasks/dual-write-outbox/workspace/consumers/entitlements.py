"""What each subscription may use, rebuilt from the topic. Owned by the access team."""

from typing import Any

from reader import Event


class Entitlements:
    """The states of subscriptions by key. Every partition is read in order."""

    def __init__(self) -> None:
        self.states: dict[str, dict[str, Any]] = {}
        self.versions: dict[str, int] = {}

    def apply(self, event: Event) -> None:
        if event.type != "voided" and event.version <= self.versions.get(event.subscription, 0):
            return
        self.versions[event.subscription] = event.version
        if event.state is None:
            self.states.pop(event.subscription, None)
        else:
            self.states[event.subscription] = event.state
