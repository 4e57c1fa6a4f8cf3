"""The ports, kept with real programs, services and files. Only `wiring` constructs what is in here."""
