"""Write the formats of the corpus so that the same table gives the same bytes on every machine, now and later.

No writer compresses with zlib, since its output differs between builds of Python, and none records the present time.
"""
