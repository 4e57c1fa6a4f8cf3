# Prints its variables.
# control: same-box
env; declare -p
