"""From a user's lake to questions: copy its data, draft questions from its anchors, find what is easily mistaken.

A lake's data are copied into the cache first, so that they cannot change between a proof and a trial. An anchor that a
writer can put into words becomes a draft. Look-alikes and counterfeits, which an author names in a question of our own,
are found here by running programs: a draft is given up if a look-alike gives its answer too, or if nothing is easily
mistaken for its data. What is left is proven as any question is.
"""

from headwater.suites.discovery.intake._build import Intake, Selection, question_lake
from headwater.suites.discovery.intake._copy import copy_lake, lake_name
from headwater.suites.discovery.intake._question import Refusal, question_of

__all__ = ["Intake", "Refusal", "Selection", "copy_lake", "lake_name", "question_lake", "question_of"]
