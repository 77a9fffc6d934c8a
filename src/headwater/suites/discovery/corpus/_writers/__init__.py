"""Write the corpus's file formats. The same table produces the same bytes on every machine and at any time.

No writer compresses with zlib, whose output differs between builds of Python, and no writer records the current time.
"""
