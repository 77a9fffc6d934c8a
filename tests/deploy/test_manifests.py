"""The manifests are valid, and agree with the lock files, the image and each other. None of this needs a cluster."""

from __future__ import annotations

import copy
import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import kubernetes_validate
import pytest
from tests.deploy.manifests import (
    DEPLOY,
    ROOT,
    capabilities,
    cluster,
    container,
    crd,
    documents,
    head,
    locked,
    nodes,
    of_kind,
    texts,
)

from headwater import __version__
from headwater.cli.run_ import command
from headwater.jobs.executors.ray._cluster import host_and_port

KUBERNETES = "1.37"
IMAGE = f"REGISTRY/headwater:{__version__}"
DNS_CACHE = "169.254.20.10/32"
KEYS = "headwater-keys"
NAMESPACE = "headwater"


def as_pod(template: dict[str, Any]) -> dict[str, Any]:
    """Return the pod that KubeRay makes of a template."""
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "pod", **template["metadata"]},
        "spec": template["spec"],
    }


def all_pods() -> list[dict[str, Any]]:
    return [head(), *nodes()]


def errors_of(kind: str, value: dict[str, Any]) -> list[str]:
    validator = jsonschema.Draft202012Validator(crd(kind))
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(value)]


def test_objects_of_kubernetes_itself_are_valid() -> None:
    own = [each for each in documents() if not each["apiVersion"].startswith("ray.io/")]
    for each in [*own, *map(as_pod, all_pods())]:
        kubernetes_validate.validate(each, KUBERNETES, strict=True)
    assert {each["kind"] for each in own} == {"Namespace", "PersistentVolumeClaim", "NetworkPolicy"}


def test_a_misspelt_field_of_a_pod_is_found() -> None:
    pod = copy.deepcopy(as_pod(head()))
    pod["spec"]["hostUser"] = pod["spec"].pop("hostUsers")
    with pytest.raises(kubernetes_validate.ValidationError, match="hostUser"):
        kubernetes_validate.validate(pod, KUBERNETES, strict=True)


@pytest.mark.parametrize("kind", ["RayCluster", "RayJob"])
def test_objects_of_kuberay_are_valid(kind: str) -> None:
    for each in of_kind(kind):
        assert errors_of(kind, each) == []


def test_a_misspelt_field_of_a_cluster_is_found() -> None:
    (value,) = copy.deepcopy(of_kind("RayCluster"))
    group = value["spec"]["workerGroupSpecs"][0]
    group["minReplica"] = group.pop("minReplicas")
    assert any("minReplica" in error for error in errors_of("RayCluster", value))


def test_ray_has_the_version_of_the_lock() -> None:
    version = locked("requirements.lock", "ray")
    assert cluster()["rayVersion"] == version
    assert locked("deploy/requirements.txt", "ray") == version


def test_all_pods_have_the_image_of_this_version() -> None:
    assert {container(pod)["image"] for pod in all_pods()} == {IMAGE}
    commented = re.findall(r"\S*headwater:\d\S*", (DEPLOY / "Dockerfile").read_text())
    documented = re.findall(r"registry\.example\.com/(headwater:\S+)", (ROOT / "docs/kubernetes.md").read_text())
    assert set(commented) == {IMAGE}
    assert {f"REGISTRY/{each}" for each in documented} == {IMAGE}


def test_keys_of_providers_are_in_the_environment_of_nodes_alone() -> None:
    for pod in nodes():
        assert [each["secretRef"]["name"] for each in container(pod)["envFrom"]] == [KEYS]
        assert not any("secret" in volume for volume in pod["spec"]["volumes"])
    elsewhere = [head(), *(each for each in documents() if each["kind"] != "RayCluster")]
    assert not [text for each in elsewhere for text in texts(each) if text in (KEYS, "envFrom", "secretRef", "secret")]


def test_all_pods_have_the_same_shared_folders() -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    (claim,) = of_kind("PersistentVolumeClaim")
    for pod in all_pods():
        env = {each["name"]: each["value"] for each in container(pod)["env"]}
        mounts = {each["name"]: each["mountPath"] for each in container(pod)["volumeMounts"]}
        volumes = {each["name"]: each for each in pod["spec"]["volumes"]}
        assert f"HEADWATER_HOME={env['HEADWATER_HOME']}" in dockerfile
        assert env["HEADWATER_HOME"].startswith(mounts["shared"] + "/")
        assert volumes["shared"]["persistentVolumeClaim"]["claimName"] == claim["metadata"]["name"]
        assert mounts.keys() == volumes.keys()
    assert claim["spec"]["accessModes"] == ["ReadWriteMany"]


def test_pods_have_no_more_rights_than_the_sandbox_needs() -> None:
    for pod in all_pods():
        rights = container(pod)["securityContext"]
        assert not pod["spec"]["hostUsers"]
        assert not pod["spec"]["automountServiceAccountToken"]
        assert not rights["privileged"]
        assert not rights["allowPrivilegeEscalation"]
        assert capabilities(pod) == ["DAC_OVERRIDE", "SETFCAP", "SETGID", "SETUID"]
        assert not {"hostNetwork", "hostPID", "hostIPC"} & pod["spec"].keys()
        assert not any("hostPath" in volume for volume in pod["spec"]["volumes"])


def test_the_head_runs_no_trials() -> None:
    assert cluster()["headGroupSpec"]["rayStartParams"]["num-cpus"] == "0"


def test_a_cluster_asks_for_a_token() -> None:
    assert cluster()["authOptions"]["mode"] == "token"


def test_only_pods_of_the_cluster_and_the_operator_reach_a_pod() -> None:
    labels = {"app": "headwater"}
    policies = {each["metadata"]["name"]: each["spec"] for each in of_kind("NetworkPolicy")}
    assert all(labels.items() <= pod["metadata"]["labels"].items() for pod in all_pods())
    everyone = policies["headwater-cluster"]
    assert everyone["podSelector"]["matchLabels"] == labels
    assert everyone["policyTypes"] == ["Ingress", "Egress"]
    assert everyone["ingress"] == [{"from": [{"podSelector": {"matchLabels": labels}}]}]
    (operator,) = policies["headwater-operator"]["ingress"]
    assert operator["from"][0].keys() == {"namespaceSelector", "podSelector"}
    assert [each["port"] for each in operator["ports"]] == [8265]


def test_pods_reach_the_internet_by_https_alone_and_nothing_private() -> None:
    (policy,) = [each["spec"] for each in of_kind("NetworkPolicy") if "Egress" in each["spec"]["policyTypes"]]
    blocks = {
        to["ipBlock"]["cidr"]: (to["ipBlock"], {each["port"] for each in rule["ports"]})
        for rule in policy["egress"]
        for to in rule["to"]
        if "ipBlock" in to
    }
    assert {cidr: ports for cidr, (_, ports) in blocks.items()} == {DNS_CACHE: {53}, "0.0.0.0/0": {443}}
    internet, _ = blocks["0.0.0.0/0"]
    assert {"10.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"} <= set(internet["except"])


def test_all_objects_are_in_one_namespace() -> None:
    places = {each["metadata"].get("namespace", each["metadata"]["name"]) for each in documents()}
    assert places == {NAMESPACE}


def test_the_job_is_a_command_of_this_version_on_that_cluster() -> None:
    (job,) = of_kind("RayJob")
    (owner,) = of_kind("RayCluster")
    assert job["spec"]["clusterSelector"] == {"ray.io/cluster": owner["metadata"]["name"]}
    program, verb, *arguments = shlex.split(job["spec"]["entrypoint"])
    assert (program, verb) == ("headwater", "run")
    options = command.make_context("run", arguments).params
    assert options["executor"] == "ray"
    assert options["ray_address"].startswith("$(hostname -i")
    assert options["allow_weak_isolation"]
    assert str(options["out"]).startswith("/shared/")


@pytest.mark.parametrize("printed", ["10.0.0.5 fd00::5", "fd00::5 10.0.0.5", "10.0.0.5", "10.0.0.5 "])
def test_the_job_takes_one_address_of_a_pod_with_two(tmp_path: Path, printed: str) -> None:
    (job,) = of_kind("RayJob")
    hostname, headwater = tmp_path / "hostname", tmp_path / "headwater"
    hostname.write_text(f"#!/bin/sh\n[ \"$*\" = -i ] && echo '{printed}'\n")
    headwater.write_text("#!/bin/sh\nprintf '%s\\n' \"$@\"\n")
    for program in (hostname, headwater):
        program.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    completed = subprocess.run(
        ["sh", "-c", job["spec"]["entrypoint"]], env={"PATH": path}, capture_output=True, text=True, check=True
    )
    options = command.make_context("run", completed.stdout.splitlines()[1:]).params
    assert host_and_port(options["ray_address"]) == ("10.0.0.5", 6379)
