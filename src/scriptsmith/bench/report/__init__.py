"""The report: one document of numbers from results, as JSON and as a page that needs nothing else."""

from .page import render
from .summary import BenchReport, document, report

__all__ = ["BenchReport", "document", "render", "report"]
