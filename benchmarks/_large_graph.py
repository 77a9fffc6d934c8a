"""A lineage graph of any size, without writing a file for each model."""

from __future__ import annotations

from headwater.context.lineage import LineageIndex
from headwater.context.lineage._build import RelationInput, build_arrays
from headwater.context.lineage._facts import LineageFacts
from headwater.context.lineage._graph import LineageGraph
from headwater.context.lineage._inputs import relation_inputs
from headwater.context.lineage._packed import Packed, TextTable
from headwater.context.lineage._queries import Queries

SHARED = 10
"""One of this many staging models is shared: later domains read the first domain's copy of it."""


def enlarged(index: LineageIndex, models: int) -> None:
    """Add a graph of many domains to an index: copies of its project that share some models of the first one."""
    records = index._records
    assert records is not None
    first = list(relation_inputs(records))
    count = sum(one.unique_id.startswith("model.") for one in first)
    shared = {one.unique_id for one in first if ".stg_" in one.unique_id}
    shared = set(sorted(shared)[::SHARED])
    texts = TextTable()
    inputs: list[RelationInput] = []
    for domain in range(-(-models // count)):
        for one in first:
            record = records.records.get(one.unique_id)
            name = _name_in_domain(one.unique_id, domain, shared)
            if record is None:
                packed = Packed(texts, list(one.packed.columns)[1:])
            else:
                edges = [
                    edge._replace(relation=_name_in_domain(edge.relation, domain, shared)) for edge in record.edges
                ]
                packed = Packed(texts, record.columns, edges, record.steps, record.sql, record.openings)
            if domain and one.unique_id in shared:
                continue
            parents = [_name_in_domain(parent, domain, shared) for parent in one.parents]
            inputs.append(RelationInput(name, _label(one.label, domain), one.kind, packed, one.file, one.line, parents))
    index._queries = Queries(LineageGraph(build_arrays(inputs, texts)), LineageFacts)


def _name_in_domain(unique_id: str, domain: int, shared: set[str]) -> str:
    return unique_id if not domain or unique_id in shared else f"{unique_id}__{domain}"


def _label(label: str, domain: int) -> str:
    return f"{label}__{domain}" if domain else label
