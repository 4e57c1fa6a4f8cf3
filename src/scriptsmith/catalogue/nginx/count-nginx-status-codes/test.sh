#!/usr/bin/env bash
. "$HARNESS"

line() { printf '%s - - [10/Oct/2024:13:55:36 +0000] "GET /%s HTTP/1.1" %s 612 "-" "curl/8.0 200 \\x22x"\n' "$1" "$2" "$3"; }
{
  for n in 1 2 3 4 5; do line 10.0.0.1 a 200; done
  line 10.0.0.2 '\x22 500 ' 404
  line 10.0.0.2 b 404
  line ::1 c 502
  printf '10.0.0.9 - - [10/Oct/2024:13:55:36 +0000] "" 400 0 "-" "-"\n'
  printf 'not a log line\n'
} >access.log

run --file access.log
check 'the most frequent code comes first' grep -qE '^ +5  200 +50\.0 %$' <<<"$(head -n 1 <<<"$out")"
check 'it succeeds' test "$status" -eq 0
check 'a status inside a request does not deceive' grep -qE '^ +2  404 ' <<<"$out"
check 'one that is rare is listed too' grep -qE '^ +1  502 ' <<<"$out"
check 'an empty request is counted' grep -qE '^ +1  400 ' <<<"$out"
check 'lines of another format are counted apart' grep -qx '10 lines read, 1 of them in another format' <<<"$out"
check 'from when to when is told' grep -qxF 'from the first line to the last: 10/Oct/2024:13:55:36 +0000 - 10/Oct/2024:13:55:36 +0000' <<<"$out"
run --file access.log --lines 3
check 'only the last lines are read on request' grep -q '^3 lines read' <<<"$out"
: >empty.log
run --file empty.log
check 'an empty log is no failure' bash -c '[ "$1" -eq 0 ] && grep -q "^0 lines read" <<<"$2"' _ "$status" "$out"
printf '{"status":200}\n' >json.log
run --file json.log
check 'a log in another format is a failure' test "$status" -eq 1
line 1.1.1.1 x 200 >'-odd name.log'
run --file '-odd name.log'
check 'a name with a dash and a space is read' test "$status" -eq 0
run --file nowhere.log
check 'a missing file is refused' test "$status" -eq 3
run --file ''
check 'an empty name is refused' test "$status" -eq 2
run --file access.log --lines -5
check 'a negative number is refused' test "$status" -eq 2
run --file '$(touch pwned); touch pwned'
check 'a hostile name runs nothing' test ! -e pwned
finish
