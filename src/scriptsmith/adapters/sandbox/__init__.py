"""Boxes for scripts: the host's tree or a folder under a layer that takes every write, and nothing left behind."""
