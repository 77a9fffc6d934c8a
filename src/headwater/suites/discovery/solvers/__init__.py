"""Solvers without a model: each chooses files by a simple rule, and the right program runs on these files.

A question that such a solver answers requires no discovery. A solver has more than an agent, because it is given the
right program and knows the role of each file. If no solver answers a question, looking for words, columns, dates or
sizes alone does not answer it either.
"""

from headwater.suites.discovery.solvers._index import DataFile, index_files, words_of
from headwater.suites.discovery.solvers._solvers import SOLVERS, Choice, choose

__all__ = ["SOLVERS", "Choice", "DataFile", "choose", "index_files", "words_of"]
