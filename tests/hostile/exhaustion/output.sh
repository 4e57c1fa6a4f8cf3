# Writes without end.
# control: wide-limits
head -c 3M /dev/zero | tr "\0" x; sleep 1; echo ESCAPED
