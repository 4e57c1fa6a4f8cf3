"""Finds the catalogue entry that an action asks for: candidates, bound values, objections, confidence."""
