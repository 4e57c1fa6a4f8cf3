# Sleeps for longer than it may, and ignores every signal that it can.
# control: wide-limits
trap '' HUP INT TERM USR1 USR2 ALRM XCPU; for i in {1..70}; do sleep 0.1; done; echo ESCAPED
