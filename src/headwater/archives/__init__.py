"""Folders as archives, and the stores in which the machines of a job share them.

``_pack`` writes and reads archives: compressed tar files, which keep what overlays need. ``_store`` keeps them under
any URL that fsspec knows. ``_shared`` says which store belongs to a folder of caches.
"""

from headwater.archives._pack import pack, unpack
from headwater.archives._shared import machine_key, share_caches, store_of
from headwater.archives._store import ArchiveStore

__all__ = ["ArchiveStore", "machine_key", "pack", "share_caches", "store_of", "unpack"]
