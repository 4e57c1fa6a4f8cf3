# Kills every process that it may.
# control: same-box
kill -9 -1
