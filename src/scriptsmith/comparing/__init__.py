"""Which drafts of an action do the same, found by running them."""
