"""Load all files in exports/ into analytics.events by running load.py with a Python that has moose_lib."""

import os
from pathlib import Path

os.execvp("moose-python", ["moose-python", str(Path(__file__).resolve().with_name("load.py"))])
