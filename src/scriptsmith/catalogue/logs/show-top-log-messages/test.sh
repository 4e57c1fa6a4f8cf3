#!/usr/bin/env bash
. "$HARNESS"

cat >'app log' <<'EOF'
2024-05-25 03:00:00,123 ERROR timeout after 3000 ms to 10.0.0.5:5432
2024-05-25 03:00:01,456 ERROR timeout after 2999 ms to 10.0.0.17:5432
2024-05-25T03:00:02Z ERROR timeout after 1 ms to 10.1.0.5:5432
May 25 03:00:02 db1 sshd[100]: session 7f3a9b21cc opened for "ana"
May  5 03:00:02 db1 sshd[99]: session 0badc0ffee1 opened for "bo $(touch pwned)"
2024-05-25 03:00:03 INFO request 123e4567-e89b-12d3-a456-426614174000 done
EOF
printf 'odd \033[2J line' >>'app log'

run --file 'app log'
check 'it succeeds' test "$status" -eq 0
check 'similar lines are one message' grep -Eqx ' +3 ERROR timeout after N ms to N:N' <<<"$out"
check 'the most frequent comes first' grep -q timeout <<<"${out%%$'\n'*}"
check 'the classic form is understood, quoted texts are left open' grep -Eqx ' +2 sshd\[N\]: session N opened for "…"' <<<"$out"
check 'an identifier is left open' grep -Eqx ' +1 INFO request UUID done' <<<"$out"
check 'control characters do not get through' grep -Eqx ' +1 odd \?\[NJ line' <<<"$out"
check 'they are counted' grep -qx '7 lines, 4 different messages' <<<"$out"
check 'nothing of it is run' test ! -e pwned
run --file 'app log' --text error
check 'a text picks lines, whatever its case' grep -qx '3 lines, 1 different messages' <<<"$out"
run --file 'app log' --text 'E.*R'
check 'a text is no pattern' grep -qx 'no line with that text in app log' <<<"$out"
check 'nothing found is no failure' test "$status" -eq 0
run --file 'app log' --lines 2 --limit 1
check 'only the last lines are looked at' grep -q '^2 lines' <<<"$out"
check 'no more than asked for are shown' test "$(wc -l <<<"$out")" -eq 2
check 'that the file has more is told' grep -qx '2 lines, .* messages (only the last 2 lines were looked at, the file has more)' <<<"$out"
run --file 'app log' --lines 1 --text timeout
check 'also where nothing is found' grep -q '^no line with that text in app log (only the last 1 lines' <<<"$out"
run --file 'app log' --lines 7
check 'and not of one that was looked at as a whole' test "$(grep -c 'has more' <<<"$out")" -eq 0
for word in refused refused full; do
  printf '{"ts":"2024-05-25T03:00:00Z","host":"%0400d","level":"error","msg":"disk %s, \\"7\\""}\n' 0 "$word" >>json.log
  printf 'ts=2024-05-25T03:00:00.1Z level=error msg="disk %s"\n' "$word" >>pairs.log
  printf '{"level":"error","host":"%s","msg":"disk %s"}\n' "$(printf 'x%.0s' {1..400})" "$word" >>wide.log
done
for kind in json pairs wide; do
  run --file $kind.log
  check "what a quoted message says is kept: $kind" grep -qx '3 lines, 2 different messages' <<<"$out"
done
run --file pairs.log
check 'and told' grep -qx ' *2 ts=N-N-NTN:N:NZ level=error msg="disk refused"' <<<"$out"
run --file wide.log
check 'a long line is cut where it is shown' test "$(wc -L <<<"$out")" -le 501
n=0
for address in 2a02:908:1234:5::beef fe80::1 2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff ::1 ::ffff:10.0.0.5 fdab:cdef::1:2; do
  n=$((n + 1))
  printf 'limiting requests, client: %s, session %s, from %s: %s\n' "$address" "feedbee$n" "aa:bb:cc:dd:ee:0$n" "$address:" >>six.log
done
printf 'a client request body is buffered: std::bad defaced 10:0%s:00\n' 1 2 >>six.log
run --file six.log
check 'addresses with colons and hexadecimal words that end in a digit are left open' grep -Eqx ' +6 limiting requests, client: N, session N, from N: N:' <<<"${out%%$'\n'*}"
check 'but neither names with colons nor words nor times' grep -Eqx ' +2 a client request body is buffered: std::bad defaced N:N:N' <<<"$out"
gzip -c 'app log' >packed.gz
run --file packed.gz
check 'a compressed file is refused' test "$status:$(grep -c 'is compressed' <<<"$err")" = 3:1
seq -f '2024-05-25 03:00:00,123 ERROR timeout after %.0f ms to a host of some length and then more of it' 20000 >long
timeout 20 bash "$SCRIPT" --file long >long.out 2>&1 </dev/null; status=$?
check 'a long text takes no minutes' test "$status:$(grep -c '^20000 lines, 1 different' long.out)" = 0:1
seq 20000 >many
# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
status=0
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" --file many </dev/null 2>&1) | cat) || status=$?
check 'without room for a file it works' test "$status:$(grep -c '^20000 lines, 1 different' <<<"$out")" = 0:1
: >empty
run --file empty
check 'an empty log is no failure' test "$status" -eq 0
run --file nowhere
check 'a missing file is refused' test "$status" -eq 3
run --file 'app log' --text '-x; touch pwned'
check 'a hostile text runs nothing' bash -c '[ "$1" -eq 0 ] && [ ! -e pwned ]' _ "$status"
run --file empty --lines 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --file empty --lines '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --file empty >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
