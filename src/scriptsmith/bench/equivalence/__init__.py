"""Whether two commands do the same for an action, judged by what they do and print in several worlds."""
