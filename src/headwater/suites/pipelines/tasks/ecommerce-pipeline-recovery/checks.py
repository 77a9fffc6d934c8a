"""Checks of ecommerce-pipeline-recovery: right days, a pipeline that keeps them right, and a status that tells."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
