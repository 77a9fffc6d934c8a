"""Programs that run in the sandbox, with the toolchain's Python: each is one file that imports nothing of Headwater."""
