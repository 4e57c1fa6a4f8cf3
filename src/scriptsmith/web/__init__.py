"""The HTTP surface: an API for programs and a console for people, over one team service."""
