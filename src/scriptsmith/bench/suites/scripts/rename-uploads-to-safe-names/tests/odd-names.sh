# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
holds() { cmp -s "my up/$1" <(echo "$2"); }
check "a leading dash is made safe" holds _rf_x '-rf X'
check "a name of two dashes is made safe" holds _- '--'
check "letters beyond ASCII become one underscore" holds _.txt 'ÄÖ ü.txt'
check "an underscore that was there is no part of a run" holds a___b 'a__ B'
check "a newline is made safe" holds new_line $'new\nline'
check "hidden files, links and directories with what they hold stay" test -f 'my up/.Hidden File' -a -L 'my up/A Link' -a -f 'my up/Sub Dir/In Side'
check "no file is lost or added" test "$(find 'my up' -type f -printf x | wc -c)" -eq 13
check "the second run has nothing to do" test ! -s "$OUT2"
finish
