"""Workers: they take runs that wait and resume them."""
