"""Prepares memory that all cells share. The fork server imports this module last, before it forks cells."""

import gc

from headwater.sandbox._cgroups import find_hierarchy

find_hierarchy()
gc.collect()
gc.freeze()  # a cell's garbage collector skips these objects, so that their pages stay shared
