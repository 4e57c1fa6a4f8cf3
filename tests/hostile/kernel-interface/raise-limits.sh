# Raises its own limits.
# control: real-root
ulimit -Hn 1000000 && echo ESCAPED; nice -n -10 true && [ "$(nice -n -10 nice)" = -10 ] && echo ESCAPED
