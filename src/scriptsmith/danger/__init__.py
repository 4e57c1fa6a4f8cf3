"""What a script would do, from its syntax tree alone: effects, risk and numbered rules. Nothing is run."""
