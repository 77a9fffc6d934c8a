"""Load the exports of exports/ into analytics.events, each event once: load.py, by the Python that has moose_lib."""

import os
from pathlib import Path

os.execvp("moose-python", ["moose-python", str(Path(__file__).resolve().with_name("load.py"))])
