"""Trials go where there is room for them, and to a node that has their starting state."""

from __future__ import annotations

from headwater.jobs.executors.ray._placement import ClusterPlacement, Demand


def test_memory_must_be_available_and_cores_are_a_limit() -> None:
    placement = ClusterPlacement()
    placement.add("a", cores=2, memory_mb=1000)
    assert placement.place("one", Demand(1, 600, "s")) == "a"
    assert placement.place("two", Demand(1, 600, "s")) is None, "400 MB are left"
    assert placement.place("two", Demand(1, 400, "s")) == "a"
    assert placement.place("three", Demand(0.5, 0, "s")) is None, "no core is left"
    placement.free("a", "one")
    placement.free("a", "two")
    assert placement.place("wide", Demand(16, 100, "s")) == "a", "a task for more cores than there are runs alone"
    assert placement.place("three", Demand(0.5, 0, "s")) is None
    assert placement.largest_memory_mb() == 1000


def test_a_node_with_the_starting_state_comes_first_and_then_the_emptiest() -> None:
    placement = ClusterPlacement()
    placement.add("a", cores=4, memory_mb=8000)
    placement.add("b", cores=2, memory_mb=8000)
    assert placement.place("1", Demand(1, 1, "x")) == "a"
    assert placement.place("2", Demand(1, 1, "x")) == "a"
    assert placement.place("3", Demand(1, 1, "x")) == "a"
    assert placement.place("4", Demand(1, 1, "y")) == "b"
    assert placement.remove("a") == ("1", "2", "3")
    assert placement.place("1", Demand(1, 1, "x")) == "b"
    assert len(placement) == 1
