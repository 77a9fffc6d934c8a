"""Replaces ``{{ doc('name') }}`` in descriptions with the docs blocks of Markdown files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from headwater.dbt._resources import Declaration, Exposure, Metric, SemanticModel

_DOC = re.compile(r"""\{\{-?\s*doc\(\s*(?:['"](\w+)['"]\s*,\s*)?['"](\w+)['"]\s*,?\s*\)\s*-?\}\}""")
DescribedT = TypeVar("DescribedT", Exposure, Metric, SemanticModel)


class Docs:
    """The docs blocks in all packages.

    Args:
        blocks: The texts of the blocks, keyed by package and name.
        root: The root package, whose blocks all packages can use.
    """

    def __init__(self, blocks: Mapping[tuple[str, str], str], root: str) -> None:
        self._blocks = blocks
        self._root = root

    def text(self, text: str, package: str) -> str:
        """Return a description with its references replaced by blocks. A reference to a missing block is unchanged."""
        if "{{" not in text:
            return text

        def block(match: re.Match[str]) -> str:
            owners = (match[1],) if match[1] else (package, self._root)
            found = (self._blocks.get((owner, match[2])) for owner in owners)
            return next((one for one in found if one is not None), match[0])

        return _DOC.sub(block, text)

    def described(self, resource: DescribedT) -> DescribedT:
        """Return a resource with the references in its description replaced by blocks."""
        text = self.text(resource.description, resource.package)
        return resource if text == resource.description else replace(resource, description=text)

    def declaration(self, declaration: Declaration, package: str) -> Declaration:
        """Return a declaration with references replaced by blocks in its description and in those of its columns."""
        changed = {
            name: replace(column, description=self.text(column.description, package))
            for name, column in declaration.columns.items()
            if "{{" in column.description
        }
        text = self.text(declaration.description, package)
        if not changed and text == declaration.description:
            return declaration
        return replace(declaration, description=text, columns={**declaration.columns, **changed})
