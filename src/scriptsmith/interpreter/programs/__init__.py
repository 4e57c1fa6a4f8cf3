"""Programs whose effect on the evaluation is modelled: the commands that they run, their output, the shell's state."""
