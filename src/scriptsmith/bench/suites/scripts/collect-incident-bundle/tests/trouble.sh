# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a command that hangs is told as timeout, and what it wrote is there' [ "$(grep '^hangs' bundle/summary.txt) $(cat bundle/hangs.txt)" = 'hangs timeout begun' ]
check 'a program that is missing has its status' grep -qx 'missing 127' bundle/summary.txt
check 'a command that reads finds nothing to read' [ "$(grep '^reads' bundle/summary.txt) $(wc -c <bundle/reads.txt)" = 'reads 0 0' ]
check 'quotes and backslashes of a command are kept' [ "$(cat bundle/quotes.txt)" = '<a  b><c\d>' ]
check 'all commands ran, in order' [ "$(cut -d ' ' -f 1 bundle/summary.txt | tr '\n' ' ')" = 'first hangs missing reads quotes false last ' ]
check 'a command has the status that Bash gives it' [ "$(grep '^false' bundle/summary.txt) $(cat bundle/last.txt)" = 'false 0 42' ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
