"""Write the file formats of the corpus; the same table gives the same bytes on every machine and at any time.

No writer compresses with zlib, since its output differs between builds of Python, and none records the current time.
"""
