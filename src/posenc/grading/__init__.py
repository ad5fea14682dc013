"""From a notebook file to marks that can be trusted: the learner's code and the truth never share a process."""

from posenc.grading.grade import grade
from posenc.grading.job import Job

__all__ = ["Job", "grade"]
