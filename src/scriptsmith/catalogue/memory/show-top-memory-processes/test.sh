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
check 'all with memory are listed' test "$(wc -l <<<"$out")" -eq 5
check 'a kernel thread is not listed' test "$(grep -c kthreadd <<<"$out")" -eq 0
run --limit 02
check 'the count limits the list' test "$(wc -l <<<"$out")" -eq 3

run --by command
check 'by command it succeeds' test "$status" -eq 0
check 'the processes of a command are added up' grep -Eq '^ +150\.0 +8\.5 +2  web worker$' <<<"$(sed -n 2p <<<"$out")"
check 'a single bigger process follows' grep -Eq '^ +117\.2 +7\.0 +1  java$' <<<"$(sed -n 3p <<<"$out")"
check 'the count limits the sums only when asked' test "$(wc -l <<<"$out")" -eq 5
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
