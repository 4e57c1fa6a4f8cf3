# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a directory that exists is refused with 2, and stays as it was' [ "$STATUS1 $(ls there) $(cat there/one.txt)" = '2 one.txt precious' ]
check 'a directory that cannot be made ends with 2' [ "$STATUS2" -eq 2 ]
check 'a list that is not there ends with 2, and makes no directory' [ "$STATUS3 $(ls -d bundle 2>/dev/null)" = '2 ' ]
check 'a limit that is no number ends with 2' [ "$STATUS4" -eq 2 ]
check 'a missing argument ends with 2' [ "$STATUS5" -eq 2 ]
check 'no command ran' [ ! -e ran ]
check 'an empty list makes an empty bundle, and ends with 0' [ "$STATUS6 $(cat 'empty bundle/summary.txt' 2>/dev/null | wc -c) $(ls 'empty bundle' | grep -vc summary)" = '0 0 0' ]
finish
