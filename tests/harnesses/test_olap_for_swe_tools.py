"""MooseStack at work: each test takes a minute, and its environment is built first."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from headwater import harnesses
from headwater.harnesses import Proof, find_harness
from headwater.jobs import Proven, home, prove_harness
from headwater.trials import Setting

# A proof has two commands of at most 900 s each, and services need up to 180 s.
pytestmark = [pytest.mark.minutes, pytest.mark.installs, pytest.mark.timeout(2400)]
OLAP = find_harness("olap-for-swe")
NOTHING = r"""
olap-check
test -z "$(redis-cli --no-auth-warning -u "$REDIS_URL" keys '*')"
test -z "$(curl -sS -u "$CLICKHOUSE_USER:$CLICKHOUSE_PASSWORD" "$CLICKHOUSE_URL" --data 'show tables')"
test -z "$(ls /tmp)"
moose-python - <<'PY'
import os
from kafka.admin import KafkaAdminClient

topics = KafkaAdminClient(bootstrap_servers=os.environ["KAFKA_BOOTSTRAP_SERVERS"]).list_topics()
assert [topic for topic in topics if not topic.startswith("__")] == []
PY
"""


@pytest.fixture(scope="module")
def setting() -> Setting:
    return Setting(home(), harnesses.prepare("olap-for-swe", home(), print), (), threading.Event())


def prove(setting: Setting, proof: Proof) -> Proven:
    [proven] = prove_harness(setting, replace(OLAP, proofs=(proof,)), print)
    return proven


def problem_of(setting: Setting, command: str) -> str:
    """Run a command beside the files of this folder; return why it fails."""
    proof = Proof(name="a test", tools=(), folder=Path(__file__).parent, command=command, timeout_sec=900)
    return prove(setting, proof).problem


@pytest.mark.parametrize("proof", OLAP.proofs, ids=lambda proof: proof.name)
def test_each_proof_passes(setting: Setting, proof: Proof) -> None:
    proven = prove(setting, proof)
    assert proven.problem == ""
    assert 50 < proven.memory_mib < OLAP.memory_mb


def test_the_command_of_the_text_removes_what_it_made(setting: Setting) -> None:
    assert problem_of(setting, f"set -eux; {NOTHING}") == ""


def test_python_is_still_that_of_base(setting: Setting) -> None:
    base = "python3 -c \"import sys; assert sys.prefix == '/opt/harness/python'\""
    assert problem_of(setting, f"{base} && moose-python -c 'import moose_lib'") == ""
