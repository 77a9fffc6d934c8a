"""Builds the graph of datasets that notebooks use together, and finds its communities."""

from headwater.suites.discovery.graph._communities import CommunityPartition, find_communities
from headwater.suites.discovery.graph._cooccurrence import cooccurrence
from headwater.suites.discovery.graph._lake import links_of_lake
from headwater.suites.discovery.graph._leiden import RESOLUTION, SEED, partition
from headwater.suites.discovery.graph._links import Links
from headwater.suites.discovery.graph._meta_kaggle import is_meta_kaggle, links_of_meta_kaggle
from headwater.suites.discovery.graph._write import write_communities

__all__ = [
    "RESOLUTION",
    "SEED",
    "CommunityPartition",
    "Links",
    "cooccurrence",
    "find_communities",
    "is_meta_kaggle",
    "links_of_lake",
    "links_of_meta_kaggle",
    "partition",
    "write_communities",
]
