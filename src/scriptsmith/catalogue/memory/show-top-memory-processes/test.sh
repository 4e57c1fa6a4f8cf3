#!/usr/bin/env bash
. "$HARNESS"

stub ps <<'EOF'
case $* in
  *args=*) cat by-process ;;
  *) cat by-command ;;
esac
EOF
cat >by-process <<'EOF'
      1 root        10240  0.1 /sbin/init
      2 root            0  0.0 [kthreadd]
    100 app       2097152 12.5 /usr/bin/java -Dname=a  b
    101 www         51200  0.3 worker: pool $(touch pwned)
    102 www        204800  1.2 worker: pool two
EOF
cat >by-command <<'EOF'
 10240  0.1 init
     0  0.0 kthreadd
 51200  3.0 web worker
102400  5.5 web worker
120000  7.0 java
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'the biggest process comes first' grep -Eq '^ +100 +app +2048\.0 +12\.5 +/usr/bin/java -Dname=a  b$' <<<"$(sed -n 2p <<<"$out")"
check 'the next follows' grep -Eq '^ +102 +www +200\.0 ' <<<"$(sed -n 3p <<<"$out")"
check 'all with memory are listed' test "$(grep -c '^ *[0-9]\+  ' <<<"$out")" -eq 4
check 'that shared memory counts more than once is said' grep -q '^what processes share .* counts in each: .* in a container only its own are seen$' <<<"$out"
check 'with what they hold together' grep -qx '4 processes together: 2308 MiB' <<<"$out"
check 'and what the machine uses' grep -Eqx "the machine uses [0-9]+ of $(awk '$1 == "MemTotal:" { printf "%d", $2 / 1024 }' /proc/meminfo) MiB; shared memory and tmpfs: [0-9]+, kernel slab: [0-9]+, huge pages: [0-9]+, swapped out: [0-9]+ MiB" <<<"$out"
check 'a kernel thread is not listed' test "$(grep -c kthreadd <<<"$out")" -eq 0
run --limit 02
check 'the count limits the list' test "$(grep -c '^ *[0-9]\+  ' <<<"$out")" -eq 2
check 'and not what they hold together' grep -qx '4 processes together: 2308 MiB' <<<"$out"

run --by command
check 'by command it succeeds' test "$status" -eq 0
check 'the processes of a command are added up' grep -Eq '^ +150\.0 +8\.5 +2  web worker$' <<<"$(sed -n 2p <<<"$out")"
check 'a single bigger process follows' grep -Eq '^ +117\.2 +7\.0 +1  java$' <<<"$(sed -n 3p <<<"$out")"
check 'the count limits the sums only when asked' test "$(grep -c '^ ' <<<"$out")" -eq 4
check 'and what all hold together is told' grep -q '^3 commands together: 277 MiB (all Java programs are one java' <<<"$out"
check 'that shared memory counts more than once is said' grep -q '^what processes share .* counts in each' <<<"$out"

stub awk <<'EOF'
# As mawk in de_DE.UTF-8, which reads no further than the point.
PATH=${PATH#*:}
[ "$LC_ALL" = C ] || exec awk "$@" < <(sed -E 's/([0-9])[.]([0-9]+ [a-z])/\1,\2/')
exec awk "$@"
EOF
run --by command
check 'shares add up also where numbers are written with a comma' grep -Eq '^ +150\.0 +8\.5 +2  web worker$' <<<"$out"
rm .stubs/awk
for ((i = 1; i <= 3000; i++)); do printf '%7d app 1024  0.1 /srv/app/worker --number %d\n' "$i" "$i"; done >by-process
out=$(trap '' XFSZ; ulimit -f 0; bash "$SCRIPT" --limit 1 2>/dev/null </dev/null)
check 'a long list needs no file, which a full disk would not take' grep -qx '3000 processes together: 3000 MiB' <<<"$out"

: >by-process
run
check 'an empty list is no failure' test "$status" -eq 0
check 'and is said to be empty' grep -q 'no process with resident memory' <<<"$out"
stub ps <<<'exit 1'
run
check 'a ps that fails is a failure' test "$status" -eq 1

run --limit 'x; touch pwned'
check 'a bad count is refused' test "$status" -eq 2
run --limit 0
check 'a count of nothing is refused' test "$status" -eq 2
run --by '$(touch pwned)'
check 'a bad choice is refused' test "$status" -eq 2
mkdir few
ln -s "$(type -P bash)" "$(type -P cat)" few
PATH=$PWD/few run
check 'a missing ps is refused' test "$status" -eq 3
check 'nothing hostile ran' test ! -e pwned
finish
