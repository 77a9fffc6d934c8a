"""Imported last by the fork server, which every cell is a copy of: what is the same in all is done here, once."""

import gc

from headwater.sandbox._cgroups import find_hierarchy

find_hierarchy()
gc.collect()
gc.freeze()  # a cell's collector leaves these objects alone, so that their pages stay shared
