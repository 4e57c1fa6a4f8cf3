"""Bash as text: words, statements and where they stand. Nothing is expanded here."""
