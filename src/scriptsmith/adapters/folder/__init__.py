"""State for one person or one git repository: plain files, atomic renames, nothing to start."""
