"""Defines the state that all blocks of accounts share: the scale, the seed, and how ids are divided between blocks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from headwater.simulation._campaign_plan import Campaigns, plan_campaigns
from headwater.simulation._clock import AS_OF, NULL, Ints
from headwater.simulation._draw import Draw
from headwater.simulation._fx import ExchangeRates, make_rates
from headwater.simulation._hiring import Staff, hire

ACCOUNTS = 6_000
BLOCK = 500
"""The maximum number of accounts that are simulated together. Work, memory and partitions are divided into blocks."""


@dataclass(frozen=True)
class World:
    """The state shared by all blocks. Each process derives the same state from the scale and the seed."""

    scale: float
    seed: int

    @property
    def accounts(self) -> int:
        """The total number of accounts."""
        return round(ACCOUNTS * self.scale)

    @property
    def blocks(self) -> int:
        """The number of blocks, which are nearly equal in size."""
        return -(-self.accounts // BLOCK)

    def size(self, block: int) -> int:
        """Return the number of accounts in a block."""
        return (block + 1) * self.accounts // self.blocks - block * self.accounts // self.blocks

    def draw(self, topic: str, block: int = 0) -> Draw:
        """Open a stream of random numbers."""
        return Draw(self.seed, topic, block)

    def numbers(self, block: int, n: int, first: int = 0) -> Ints:
        """Return row numbers for a block that no other block uses. All blocks count up at the same pace."""
        return (np.arange(first, first + n, dtype=np.int64)) * self.blocks + block + 1

    def numbers_by_time(self, block: int, at: Ints) -> Ints:
        """Return such row numbers, the larger the later a row's time is."""
        found = np.empty(len(at), dtype=np.int64)
        found[np.argsort(at, kind="stable")] = self.numbers(block, len(at))
        return found

    @cached_property
    def staff(self) -> Staff:
        """The salespeople and support agents."""
        return hire(self.draw("staff"), self.scale)

    @cached_property
    def campaigns(self) -> Campaigns:
        """The campaigns: advertising, e-mail and events."""
        return plan_campaigns()

    @cached_property
    def rates(self) -> ExchangeRates:
        """The exchange rates."""
        return make_rates(self.draw("fx"))


def load_times(happened: Ints, delay: Ints | int) -> Ints:
    """Return the times at which the loader wrote rows: some time after the events, but never after the frozen clock."""
    at = np.minimum(happened + delay, AS_OF)
    return np.where(happened == NULL, AS_OF, at)


def hourly(happened: Ints) -> Ints:
    """Return the times at which an hourly loader wrote rows: seven minutes past the next full hour."""
    return np.minimum(happened // 3_600 * 3_600 + 4_020, AS_OF)


def nightly(happened: Ints) -> Ints:
    """Return the times at which a nightly loader wrote rows: 03:15 on the next day."""
    return np.minimum(happened // 86_400 * 86_400 + 98_100, AS_OF)
