"""Draw random numbers from one stream per topic, so that datasets can be generated separately and in any order."""

from __future__ import annotations

import zlib

import numpy as np

_SEED = 20240117


def draws(topic: str) -> np.random.Generator:
    """Return the random generator for a topic."""
    return np.random.default_rng([_SEED, zlib.crc32(topic.encode())])
