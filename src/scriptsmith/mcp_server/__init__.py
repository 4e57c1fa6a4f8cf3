"""Tools, resources and prompts for assistants and editors, over the Model Context Protocol. None of them approves,
publishes or executes."""
