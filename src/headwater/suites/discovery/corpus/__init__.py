"""Generate the lakes for the suite's own tasks. Each lake is a simulated community of datasets."""

from headwater.suites.discovery.corpus._communities import COMMUNITIES, community_named
from headwater.suites.discovery.corpus._community import Community, Dataset
from headwater.suites.discovery.corpus._generate import generate, lake, lake_digest

__all__ = ["COMMUNITIES", "Community", "Dataset", "community_named", "generate", "lake", "lake_digest"]
