"""Embedders: the shipped one, any server, models on this machine, and where vectors are kept."""
