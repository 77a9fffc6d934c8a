"""Reads the files of ``deploy/`` for tests."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
FILES = ("kuberay.yaml", "rayjob.yaml")
CRDS = "HEADWATER_KUBERAY_CRDS"


def documents() -> list[dict[str, Any]]:
    """Return all objects of all manifests."""
    return [each for name in FILES for each in yaml.safe_load_all((DEPLOY / name).read_text())]


def of_kind(kind: str) -> list[dict[str, Any]]:
    """Return the objects of a kind."""
    return [each for each in documents() if each["kind"] == kind]


def cluster() -> dict[str, Any]:
    """Return the specification of the only cluster."""
    (found,) = of_kind("RayCluster")
    return found["spec"]


def head() -> dict[str, Any]:
    """Return the pod of the head."""
    return cluster()["headGroupSpec"]["template"]


def nodes() -> list[dict[str, Any]]:
    """Return the pods of nodes, one for each group."""
    return [group["template"] for group in cluster()["workerGroupSpecs"]]


def container(pod: dict[str, Any]) -> dict[str, Any]:
    """Return the only container of a pod."""
    (found,) = pod["spec"]["containers"]
    return found


def capabilities(pod: dict[str, Any]) -> list[str]:
    """Return the capabilities that a pod has, after it has dropped all others."""
    lists = container(pod)["securityContext"]["capabilities"]
    assert lists["drop"] == ["ALL"]
    return list(lists["add"])


def texts(value: Any) -> Iterator[str]:
    """Yield all keys and texts of an object."""
    if isinstance(value, dict):
        for key, below in value.items():
            yield key
            yield from texts(below)
    elif isinstance(value, list):
        for below in value:
            yield from texts(below)
    elif isinstance(value, str):
        yield value


def locked(file: str, package: str) -> str:
    """Return the version of a package in a lock file."""
    found = re.search(rf"^{re.escape(package)}==(\S+)", (ROOT / file).read_text(), re.MULTILINE)
    assert found is not None, f"{file} has no {package}"
    return found[1]


def strict(schema: Any) -> Any:
    """Return a schema that refuses unknown fields, as the API server does with ``--validate=strict``."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: strict(value) for key, value in schema.items()}
    if "properties" in found and not found.get("x-kubernetes-preserve-unknown-fields"):
        found.setdefault("additionalProperties", False)
    return found


@cache
def crd(kind: str) -> Any:
    """Return the schema of a kind of KubeRay, from the folder that the environment names."""
    folder = os.environ.get(CRDS)
    if not folder:
        pytest.skip(f"{CRDS} does not name the folder ray-operator/config/crd/bases of KubeRay")
    text = (Path(folder) / f"ray.io_{kind.lower()}s.yaml").read_text()
    definition = yaml.load(text, Loader=yaml.CSafeLoader)  # a megabyte, for which the reader in Python takes a minute
    version = next(each for each in definition["spec"]["versions"] if each["name"] == "v1")
    schema = strict(version["schema"]["openAPIV3Schema"])
    schema["properties"]["metadata"] = {}
    return schema
