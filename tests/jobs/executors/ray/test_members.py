"""Nodes are invited once, again after a death, and never again after they are refused."""

from __future__ import annotations

import pytest

from headwater.jobs.executors.ray._members import MOST_DEATHS, PATIENCE_SEC, Members, NodeInfo

SMALL = NodeInfo("a", "10.0.0.1", cores=2, memory_mb=1000)
LARGE = NodeInfo("b", "10.0.0.2", cores=8, memory_mb=4000)


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def members(clock: Clock) -> Members[str]:
    """The members of a cluster, of which both nodes are invited."""
    registry: Members[str] = Members(clock)
    for node in registry.uninvited([SMALL, LARGE]):
        registry.invite(node, f"actor of {node.id}")
    return registry


def test_a_node_is_invited_once_and_its_actor_is_found(members: Members[str]) -> None:
    later = NodeInfo("c", "10.0.0.3", cores=1, memory_mb=100)
    assert members.uninvited([SMALL, LARGE, later]) == [later]
    assert list(members) == ["actor of a", "actor of b"]
    assert (members["b"], len(members), members.cores()) == ("actor of b", 2, 10)


def test_a_node_whose_process_dies_is_invited_again_until_it_has_died_too_often(members: Members[str]) -> None:
    for deaths in range(1, MOST_DEATHS):
        members.lose("a")
        assert members.deaths("a") == deaths
        assert members.uninvited([SMALL, LARGE]) == [SMALL]
        members.invite(SMALL, "another actor")
    members.lose("a")
    assert members.uninvited([SMALL, LARGE]) == []
    assert list(members) == ["actor of b"]
    members.lose("a")
    assert members.deaths("a") == MOST_DEATHS, "a node that is not there dies no more"


def test_a_refused_node_is_reported_and_not_invited_again(members: Members[str]) -> None:
    message = members.refuse("b", "another version")
    assert message == "node 10.0.0.2 is left out: another version"
    assert members.refusals == [message]
    assert members.uninvited([SMALL, LARGE]) == []
    assert (len(members), members.cores()) == (1, 2)


def test_memory_counts_where_a_process_runs_or_is_expected_soon(members: Members[str], clock: Clock) -> None:
    assert members.memory_mb() == 4000, "both are starting"
    members.runs("a")
    clock.now += PATIENCE_SEC + 1
    assert members.memory_mb() == 1000, "the large one is not free"
    members.runs("b")
    assert members.memory_mb() == 4000
    members.lose("b")
    assert members.memory_mb() == 4000, "it may come again"
    clock.now += PATIENCE_SEC + 1
    assert members.memory_mb() == 1000
    members.refuse("a", "another version")
    assert members.memory_mb() == 0


def test_nodes_are_gone_when_no_process_has_run_for_long(members: Members[str], clock: Clock) -> None:
    clock.now += PATIENCE_SEC - 1
    assert not members.are_gone()
    members.runs("a")
    clock.now += 10 * PATIENCE_SEC
    assert not members.are_gone(), "a node that is slowly prepared is there"
    members.lose("a")
    members.invite(SMALL, "another actor")
    clock.now += PATIENCE_SEC - 1
    assert not members.are_gone()
    clock.now += 2
    assert members.are_gone()
