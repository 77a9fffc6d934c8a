"""Questions about anchors: drafted by a writer, and checked by lint before a person sees them."""

from headwater.suites.discovery.questions._answer import answer_of, guidelines_of, program_of
from headwater.suites.discovery.questions._lint import lint
from headwater.suites.discovery.questions._records import Draft, UnwritableError, Writer
from headwater.suites.discovery.questions._template import TemplateWriter

__all__ = ["Draft", "TemplateWriter", "UnwritableError", "Writer", "answer_of", "guidelines_of", "lint", "program_of"]
