# Asks for its parents with their environment.
# control: same-box
ps axeww
