"""The bound form: an entry's script with its values in place, and without what these values decide."""
