"""Defines solvers without a model: each chooses files by a simple rule, and the right program runs on these files.

A question that such a solver answers requires no discovery. A solver is given more than an agent: the right program and
the role of each file. If no solver answers a question, then matching words, columns, dates or sizes is not enough to
answer it.
"""

from headwater.suites.discovery.solvers._index import DataFile, index_files, words_of
from headwater.suites.discovery.solvers._solvers import SOLVERS, Choice, choose

__all__ = ["SOLVERS", "Choice", "DataFile", "choose", "index_files", "words_of"]
