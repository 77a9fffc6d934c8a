"""The fork server imports this last, so that what all cells share is done once before they are forked."""

import gc

from headwater.sandbox._cgroups import find_hierarchy

find_hierarchy()
gc.collect()
gc.freeze()  # a cell's garbage collector skips these objects, so that their pages stay shared
