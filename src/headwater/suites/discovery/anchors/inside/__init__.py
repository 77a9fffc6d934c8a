"""Programs that run in the sandbox with the toolchain's Python; each is one file without imports from Headwater."""
