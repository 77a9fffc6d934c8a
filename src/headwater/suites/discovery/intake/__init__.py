"""Builds questions on a user's lake: copies its data, drafts questions, and finds files that are easily confused.

A lake's data is copied into the cache first, so that it cannot change between a proof and a trial. A draft is created
from each anchor (a number in a notebook) that a writer can put into words. For the committed questions, authors specify
the look-alikes (files easily mistaken for a target) and the counterfeits. Here, both are found by running programs. A
draft is dropped if a look-alike gives the same answer, or if no file is easily mistaken for its data. The remaining
drafts are proven like any other question.
"""

from headwater.suites.discovery.intake._build import Intake, QuestionSelection, question_lake
from headwater.suites.discovery.intake._copy import copy_lake, lake_name
from headwater.suites.discovery.intake._question import Refusal, question_of

__all__ = ["Intake", "QuestionSelection", "Refusal", "copy_lake", "lake_name", "question_lake", "question_of"]
