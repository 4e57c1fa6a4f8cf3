#!/usr/bin/env bash
. "$HARNESS"

stub ps <<<'cat table'
stub date <<<'echo 1700000000'
export TZ=UTC
cat >table <<'EOF'
  90061       1   16000 root                             systemd
  90060       2       0 root                             kthreadd
   7200     300   99000 app                              nightly $(touch pwned)
 864000     200    5000 ops                              old job
     10     301    5000 ops                              bash
EOF
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; bash -O compat44 "$SCRIPT" </dev/null 2>/dev/null) | cat)
run
check 'without room for a file the same is told' test "$noroom" = "$out"
check 'it succeeds' test "$status" -eq 0
check 'the oldest comes first' grep -Eqx ' +10d 00:00:00  2023-11-04 22:13 +200  ops +old job' <<<"$(sed -n 2p <<<"$out")"
check 'ages are readable' grep -Eq '^ +1d 01:01:01 .* 1  root +systemd$' <<<"$out"
check 'kernel threads are left out' test "$(grep -c kthreadd <<<"$out")" -eq 0
check 'they are counted' grep -qx '4 of 4 shown' <<<"$out"
run --hours 24
check 'an age narrows the list' grep -qx '2 of 2 shown' <<<"$out"
run --limit 1
check 'a count limits it' grep -qx '1 of 4 shown' <<<"$out"
run --hours 5000
check 'none so old is no failure' bash -c '[ "$1" = 0 ] && [ "$2" = "no process is older than 5000 hours" ]' _ "$status" "$out"
: >table
run
check 'an empty table is a failure' test "$status" -eq 1
stub ps <<<'exit 1'
run
check 'a ps that fails is a failure' test "$status" -eq 1
rm .stubs/ps .stubs/date
run
check 'the real ps takes these options' grep -Eq '^ +[0-9]+d [0-9:]{8}  [0-9-]{10} ' <<<"$out"
run --hours -1
check 'a negative age is refused' test "$status" -eq 2
run --limit 0
check 'a count of 0 is refused' test "$status" -eq 2
run --hours 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
