"""The bench: cases that prove themselves, runs of the same forge that users have, and metrics with intervals."""
