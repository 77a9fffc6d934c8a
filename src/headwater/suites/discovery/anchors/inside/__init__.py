"""Programs that the toolchain's Python runs in the sandbox; each is a single file that does not import Headwater."""
