"""What programs' options and operands mean: one table, as data, and the one parser of arguments that reads it."""
