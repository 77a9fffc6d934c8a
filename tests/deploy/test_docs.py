"""docs/kubernetes.md gives ten commands, for files and versions that exist."""

from __future__ import annotations

import re

from tests.deploy.manifests import ROOT, capabilities, crd, documents, nodes

PAGE = (ROOT / "docs/kubernetes.md").read_text()
COMMANDS = re.search(r"```sh\n(.*?)```", PAGE, re.DOTALL)


def commands() -> list[str]:
    assert COMMANDS is not None
    return COMMANDS[1].splitlines()


def test_there_are_ten_commands() -> None:
    assert len(commands()) == 10


def test_their_files_exist() -> None:
    files = re.findall(r"deploy/[\w.]+", " ".join(commands()))
    assert {"deploy/Dockerfile", "deploy/kuberay.yaml", "deploy/rayjob.yaml"} == set(files)
    assert all((ROOT / each).is_file() for each in files)


def test_replaced_values_are_in_the_manifest() -> None:
    (script,) = re.findall(r"sed -i '(.*?)'", " ".join(commands()))
    text = (ROOT / "deploy/kuberay.yaml").read_text()
    for old in re.findall(r"s\|([^|]+)\|", script):
        assert old in text


def test_commands_name_the_objects_of_the_manifests() -> None:
    text = " ".join(commands())
    for each in documents():
        if each["kind"] in ("RayCluster", "RayJob"):
            assert f"{each['kind'].lower()}/{each['metadata']['name']} " in text


def test_waiting_for_the_job_ends_when_it_fails_too() -> None:
    """KubeRay sets the time of the end for each way in which a job ends; the schema must have the field."""
    (path,) = re.findall(r"rayjob/\S+ --for=jsonpath='\{\.status\.(\w+)\}' ", " ".join(commands()))
    assert path in crd("RayJob")["properties"]["status"]["properties"]


def test_the_page_says_that_it_was_not_run_on_a_cluster() -> None:
    assert "**None of this was run on a cluster, and the image was not built with Docker.**" in PAGE


def test_the_table_of_rights_names_the_capabilities_of_a_node() -> None:
    rights = PAGE.split("## Rights")[1].split("## ")[0]
    assert all(f"`{each}`" in rights for each in capabilities(nodes()[0]))
