"""The report: one document of numbers from results, as JSON and as a page that needs nothing else."""

from .page import render
from .summary import Report, document, report

__all__ = ["Report", "document", "render", "report"]
