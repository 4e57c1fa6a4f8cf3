#!/usr/bin/env bash
. "$HARNESS"

line() { printf '%s - - [10/Oct/2024:13:55:3%s +0000] "GET / HTTP/1.1" %s %s "-" "x"\n' "$1" "$2" "$3" "$4"; }
{
  for n in 1 2 3 4; do line 203.0.113.7 "$n" 503 1048576; done
  line 198.51.100.2 1 404 10
  line 198.51.100.2 2 200 10
  line 2001:db8::1 1 200 10
  printf '\033[31mevil - - [10/Oct/2024:13:55:30 +0000] "GET /" 200 1\n'
  printf 'garbage\n'
} >access.log

run --file access.log
check 'the busiest address comes first' grep -qE '^ +4 +4\.0 +0 +4  10/Oct/2024:13:55:34  203.0.113.7$' <<<"$(sed -n 2p <<<"$out")"
check 'it succeeds' test "$status" -eq 0
check 'errors of the client are counted' grep -qE '^ +2 +0\.0 +1 +0 .* 198.51.100.2$' <<<"$out"
check 'an IPv6 address is taken' grep -q '2001:db8::1$' <<<"$out"
check 'an escape sequence does not reach the terminal' test "$(tr -cd '\033' <<<"$out" | wc -c)" -eq 0
check 'the lines are counted' grep -qx '4 of 4 addresses shown; 9 lines read, 1 in another format' <<<"$out"
check 'from when to when they are is told' grep -qx 'from the first line to the last: 10/Oct/2024:13:55:31 - 10/Oct/2024:13:55:30' <<<"$out"
check 'whose addresses they may be is told' grep -q '^behind a load balancer' <<<"$out"
run --file access.log --limit 1
check 'the list can be shortened' grep -q '^1 of 4 addresses shown' <<<"$out"
run --file access.log --lines 4
check 'only the last lines are read on request' grep -q '4 lines read' <<<"$out"
awk 'BEGIN { for (i = 1; i <= 5000; i++) printf "2001:db8::%x - - [10/Oct/2024:13:55:30 +0000] \"GET /\" 200 1\n", i }' >flood.log
echo 'read() { echo x >>reads; builtin read "$@"; }' >counting
BASH_ENV=$PWD/counting run --file flood.log --limit 3
check 'of the many addresses of a flood all are counted' grep -qx '3 of 5000 addresses shown; 5000 lines read, 0 in another format' <<<"$out"
check 'but only those that are shown are gone through one by one' test "$(wc -l <reads)" -lt 10
: >empty.log
run --file empty.log
check 'an empty log is no failure' test "$status:$(grep -c '^from' <<<"$out")" = 0:0
printf '{}\n' >json.log
run --file json.log
check 'another format is a failure' test "$status" -eq 1
run --file nowhere.log
check 'a missing file is refused' test "$status" -eq 3
run --file access.log --limit 0
check 'none to show is wrong usage' test "$status" -eq 2
run --file access.log --limit '1; touch pwned'
check 'a bad number is refused' test "$status" -eq 2
run --file '$(touch pwned)'
check 'nothing hostile ran' test ! -e pwned
finish
