"""Programs that the toolchain's Python runs in the sandbox. Each is a single file that does not import Headwater."""
