"""Writers of the formats of the corpus: the same table gives the same bytes on every machine, now and later.

No writer compresses with zlib, since its output differs between builds of Python, and none records the present time.
"""
