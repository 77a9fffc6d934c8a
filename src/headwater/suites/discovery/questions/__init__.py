"""Drafts questions about anchors, and lints each draft before a person sees it."""

from headwater.suites.discovery.questions._answer import answer_of, guidelines_of, program_of
from headwater.suites.discovery.questions._documentation import documentation
from headwater.suites.discovery.questions._find import find_writer
from headwater.suites.discovery.questions._lint import lint, names_files
from headwater.suites.discovery.questions._model_writer import ModelWriter
from headwater.suites.discovery.questions._records import Draft, UnwritableError, Writer
from headwater.suites.discovery.questions._template import TemplateWriter

__all__ = [
    "Draft",
    "ModelWriter",
    "TemplateWriter",
    "UnwritableError",
    "Writer",
    "answer_of",
    "documentation",
    "find_writer",
    "guidelines_of",
    "lint",
    "names_files",
    "program_of",
]
