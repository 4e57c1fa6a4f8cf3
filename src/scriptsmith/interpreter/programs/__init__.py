"""Programs that the reader knows more of than their words: what they carry, run, print and change."""
