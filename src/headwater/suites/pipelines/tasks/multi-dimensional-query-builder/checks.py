"""Checks for multi-dimensional-query-builder: any report agrees with the current state of both databases."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
