# Reads a secret by way of its own root in /proc.
# control: same-box
cat "/proc/self/root$SECRET"
