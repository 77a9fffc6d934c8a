"""Reads a lake, which contains folders of data files and notebooks. Data files are listed, but never opened."""

from headwater.suites.discovery.lake._contents import DATASETS, NOTEBOOKS, Lake, LakeDataset, LakeFile, read_lake
from headwater.suites.discovery.lake._names import is_text, readable
from headwater.suites.discovery.lake._notebooks import Cell, Notebook, read_notebook, read_notebooks
from headwater.suites.discovery.lake._use import FileIndex, Use, code_of, files_used, python_of

__all__ = [
    "DATASETS",
    "NOTEBOOKS",
    "Cell",
    "FileIndex",
    "Lake",
    "LakeDataset",
    "LakeFile",
    "Notebook",
    "Use",
    "code_of",
    "files_used",
    "is_text",
    "python_of",
    "read_lake",
    "read_notebook",
    "read_notebooks",
    "readable",
]
