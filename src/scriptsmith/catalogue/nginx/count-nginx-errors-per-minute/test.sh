#!/usr/bin/env bash
. "$HARNESS"

line() { printf '10.0.0.1 - - [10/Oct/2024:13:%s +0000] "GET / HTTP/1.1" %s 612 "-" "x"\n' "$1" "$2"; }
{
  line 54:01 200
  line 54:59 200
  line 55:00 502
  line 55:30 503
  line 55:31 200
  line 55:32 500
  line 57:00 404
  printf 'nothing\n'
} >access.log

run --file access.log
check 'errors are counted by minute' grep -qE '^10/Oct/2024:13:55 +4 +3 +75\.0 %' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'a minute without errors is shown' grep -qE '^10/Oct/2024:13:54 +2 +0 +0\.0 %' <<<"$out"
check 'an error of the client is none of the server' grep -qE '^10/Oct/2024:13:57 +1 +0 ' <<<"$out"
check 'all is summed up' grep -qx '3 minutes shown: 7 requests, 3 answers with 5xx' <<<"$out"
check 'lines are counted' grep -qx '8 lines read, of 3 minutes, 1 in another format' <<<"$out"
check 'minutes come in order of time' test "$(grep -o '13:5[457]' <<<"$out" | tr '\n' ' ')" = '13:54 13:55 13:57 '
run --file access.log --minutes 1
check 'errors of minutes that are not shown are not in the sum' grep -qx '1 minutes shown: 1 requests, 0 answers with 5xx' <<<"$out"
check 'only the last minutes are shown on request' test "$(grep -c '^10/Oct' <<<"$out")" -eq 1
run --file access.log --lines 5
check 'a minute that may be cut off is marked' grep -qE '13:55 .*perhaps cut off' <<<"$out"
run --file access.log --lines 2
check 'only the last lines are read on request' grep -q '^2 lines read' <<<"$out"
: >empty.log
run --file empty.log
check 'an empty log is no failure' bash -c '[ "$1" -eq 0 ] && grep -q "^0 lines read" <<<"$2"' _ "$status" "$out"
printf '{"status":500}\n' >json.log
run --file json.log
check 'another format is a failure' test "$status" -eq 1
run --file nowhere.log
check 'a missing file is refused' test "$status" -eq 3
run --file access.log --minutes 0
check 'no minutes is wrong usage' test "$status" -eq 2
run --file access.log --lines '$(touch pwned)'
check 'a bad number is refused' test "$status" -eq 2
run --file 'x; touch pwned'
check 'nothing hostile ran' test ! -e pwned
finish
