# Reads a secret by its path.
# control: same-box
cat "$SECRET"
