"""Updates dbt's stored parse of a clean project so that it describes a changed project.

The clean project is parsed once, which takes dbt half a minute. The stored parse contains every template, so an agent
could read the solution from it, and dbt would report which files differ from its last run. Therefore, the texts and
checksums are replaced with those of the changed files, as dbt itself would write them.

The format is dbt's own: `Manifest` in msgpack. A file's checksum is computed from its text with each run of whitespace
replaced by one space, and a seed's checksum from its stripped text (dbt-core 1.12: ``dbt/parser/read_files.py``,
``dbt/contracts/files.py``).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import msgspec
import yaml

PARSE = "target/partial_parse.msgpack"
_SNAPSHOT = re.compile(r"\{%-?\s*snapshot\b.*?%\}(.*?)\{%-?\s*endsnapshot\s*-?%\}", re.DOTALL)
_MACRO = r"\{{%-?\s*(?:macro|test|data_test)\s+{name}\s*\(.*?\{{%-?\s*end(?:macro|test|data_test)\s*-?%\}}"
_SHAPE = re.compile(r"\b(?:ref|source|config|dispatch)\s*\([^)]*\)")
_CALL = re.compile(r"\b(\w+)\s*\(")
_KEY_TESTS = ("unique", "not_null")
_Entry = dict[str, Any]


class KeptParse:
    """The stored parse of a project.

    Args:
        content: The content of the `PARSE` file.
    """

    def __init__(self, content: bytes) -> None:
        self._document: _Entry = msgspec.msgpack.decode(content)
        project = self._document["metadata"]["project_name"]
        own = f"{project}://"
        files = self._document["files"]
        self._files: dict[str, _Entry] = {uid[len(own) :]: files[uid] for uid in files if uid.startswith(own)}
        self._own = own
        self._macros = {
            m["name"]: uid for uid, m in self._document["macros"].items() if uid.startswith(f"macro.{project}.")
        }

    def change(self, texts: Mapping[str, str], removed: Collection[str], hidden: Collection[str]) -> bool:
        """Update the parse so that it describes a changed project.

        Args:
            texts: The complete changed files, keyed by path.
            removed: The files of removed tests.
            hidden: The names of removed tests, whose files are either removed or in ``texts``.

        Returns:
            Whether this was possible. It is impossible if the references or the configuration of a template have
            changed.
        """
        for name, text in texts.items():
            file = self._files[name]
            match file["parse_file_type"]:
                case "schema":
                    if not self._forget(file, hidden):
                        return False
                    file["dfy"] = yaml.safe_load(text)
                case "macro":
                    for macro in self._entries("macros", name):
                        sql = re.findall(_MACRO.format(name=macro["name"]), text, re.DOTALL)[0]
                        self._call(macro, macro["macro_sql"], sql)
                        macro["macro_sql"] = sql
                case kind:
                    if not self._change_nodes(name, kind, text):
                        return False
            file["checksum"] = _checksum(file["parse_file_type"], text)
        for name in removed:
            for uid in self._files[name]["nodes"]:
                del self._document["nodes"][uid]
            del self._document["files"][self._own + name]
        return True

    def at(self, time: float) -> bytes:
        """Return the parse as bytes, with ``time`` (seconds since the epoch) as each file's modification time."""
        for file in self._files.values():
            file["path"]["modification_time"] = time
        return msgspec.msgpack.encode(self._document)

    def _change_nodes(self, name: str, kind: str, text: str) -> bool:
        for node in self._entries("nodes", name):
            node["checksum"] = _checksum(kind, text)
            if kind == "seed":
                continue
            old = node["raw_code"]
            node["raw_code"] = _SNAPSHOT.findall(text)[0] if kind == "snapshot" else text.strip()
            if sorted(_SHAPE.findall(old)) != sorted(_SHAPE.findall(node["raw_code"])):
                return False
            self._call(node, old, node["raw_code"])
        return True

    def _call(self, entry: _Entry, old: str, new: str) -> None:
        """Make an entry depend on the macros that its new text calls, because the old macros would reveal the break."""
        before, now = (self._macros.keys() & set(_CALL.findall(text)) for text in (old, new))
        removed = {self._macros[name] for name in before - now}
        kept_macros = [uid for uid in entry["depends_on"]["macros"] if uid not in removed]
        entry["depends_on"]["macros"] = [*kept_macros, *(self._macros[name] for name in sorted(now - before))]

    def _entries(self, kind: str, file: str) -> list[_Entry]:
        """Return the nodes or macros that a file defines."""
        return [self._document[kind][uid] for uid in self._files[file][kind]]

    def _forget(self, file: _Entry, hidden: Collection[str]) -> bool:
        """Remove tests from a schema file's lists and from the project.

        Returns:
            Whether this is sufficient. It is insufficient if dbt infers a model's key from one of the tests.
        """
        nodes, units = self._document["nodes"], self._document["unit_tests"]
        for lists in file["data_tests"].values():
            for name, tests in lists.items():
                lists[name] = [uid for uid in tests if nodes[uid]["name"] not in hidden]
                for uid in set(tests) - set(lists[name]):
                    if self._is_of_key(nodes.pop(uid)):
                        return False
        unit_tests = file.get("unit_tests", [])
        file["unit_tests"] = [uid for uid in unit_tests if units[uid]["name"] not in hidden]
        for uid in set(unit_tests) - set(file["unit_tests"]):
            del units[uid]
        return True

    def _is_of_key(self, test: _Entry) -> bool:
        """Return whether dbt infers a model's key from the test."""
        column = test.get("column_name")
        keys = self._document["nodes"].get(test.get("attached_node"), {}).get("primary_key") or []
        return (test.get("test_metadata") or {}).get("name") in _KEY_TESTS and column in keys


def adapt(
    parse: Path, texts: Mapping[str, str], removed: Collection[str], hidden: Collection[str], time: float
) -> None:
    """Update the stored parse of a clean project to describe a changed project, or remove it if this is impossible.

    Args:
        parse: The file with the parse, which may be missing.
        texts: The complete changed files, keyed by path.
        removed: The files of removed tests.
        hidden: The names of removed tests.
        time: The modification time of all files, in seconds since the epoch.
    """
    if not parse.is_file():
        return
    kept_parse = KeptParse(parse.read_bytes())
    if kept_parse.change(texts, removed, hidden):
        parse.write_bytes(kept_parse.at(time))
    else:
        parse.unlink()


def _checksum(kind: str, text: str) -> dict[str, str]:
    text = text.strip() if kind == "seed" else " ".join(text.split())
    return {"name": "sha256", "checksum": hashlib.sha256(text.encode()).hexdigest()}
