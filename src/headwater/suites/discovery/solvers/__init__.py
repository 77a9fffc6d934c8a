"""Solvers without a model: each chooses files by something simple, and has the right program run on them.

What such a solver finds needs no discovery. It is given more than an agent has, since the program is right and of each
file it is known what part it plays; so a question that none of them solves is not solved by looking for words, columns,
dates or sizes alone.
"""

from headwater.suites.discovery.solvers._index import DataFile, index_files, words_of
from headwater.suites.discovery.solvers._solvers import SOLVERS, Choice, choose

__all__ = ["SOLVERS", "Choice", "DataFile", "choose", "index_files", "words_of"]
