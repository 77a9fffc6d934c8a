"""Estimates pass@k and pass^k from the repeats of a task."""

from __future__ import annotations

from math import comb


def pass_at_k(solved: int, repeats: int, k: int) -> float:
    """Return an unbiased estimate of the probability that at least one of k repeats solves the task.

    ``1 - C(n - c, k) / C(n, k)``: M. Chen et al., "Evaluating large language models trained on code" (2021), eq. 1.

    Raises:
        ValueError: There are fewer than k repeats.
    """
    _require(solved, repeats, k)
    return 1 - comb(repeats - solved, k) / comb(repeats, k)


def pass_hat_k(solved: int, repeats: int, k: int) -> float:
    """Return an unbiased estimate of the probability that all of k repeats solve the task.

    ``C(c, k) / C(n, k)``: S. Yao et al., "tau-bench" (2024), section 3.

    Raises:
        ValueError: There are fewer than k repeats.
    """
    _require(solved, repeats, k)
    return comb(solved, k) / comb(repeats, k)


def _require(solved: int, repeats: int, k: int) -> None:
    if not (1 <= k <= repeats and 0 <= solved <= repeats):
        raise ValueError(f"{k} of {repeats} repeats with {solved} solved: k must be from 1 to the repeats")
