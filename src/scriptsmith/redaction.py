"""Takes secrets out of text before it goes to a model, a log, an event or a terminal, and puts them back."""
