"""Packs folders into archives, and stores archives so that a job's machines can share them.

``_pack`` writes and reads archives, which are compressed tar files with everything that overlays need. ``_store``
stores archives under any URL that fsspec supports. ``_shared`` records which store belongs to a folder of caches.
"""

from headwater.archives._pack import pack, unpack
from headwater.archives._shared import machine_key, share_caches, store_of
from headwater.archives._store import ArchiveStore

__all__ = ["ArchiveStore", "machine_key", "pack", "share_caches", "store_of", "unpack"]
