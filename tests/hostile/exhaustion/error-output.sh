# Writes to its error stream without end.
# control: wide-limits
head -c 3M /dev/zero | tr "\0" x >&2; sleep 1; echo ESCAPED
