"""Abstract evaluation of Bash: from a script's text to the commands that it would execute. Nothing is run."""
