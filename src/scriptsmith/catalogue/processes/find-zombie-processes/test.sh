#!/usr/bin/env bash
. "$HARNESS"

stub ps <<'EOF'
cat table
EOF
cat >table <<'EOF'
      1       0 Ss    90061 root                             systemd
    100       1 Ssl     500 app                              bad parent
    101     100 Z       400 app                              worker <defunct>
    102     100 Zs      300 app                              $(touch pwned)
    103     200 Z+     3661 ops                              late <defunct>
    200       1 S      9999 ops                              other
    300       1 S         5 ops                              Z
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'the zombies are counted' grep -q '^zombie processes: 3$' <<<"$out"
check 'a zombie is listed with its parent' grep -Eq '^ +101 +100 +app .*worker' <<<"$out"
check 'its age is readable' grep -q '0d 01:01:01  late' <<<"$out"
check 'the worst parent comes first' grep -Eq '^ +2 +100 +app +bad parent$' <<<"$(grep -A 2 'ZOMBIES' <<<"$out" | sed -n 2p)"
check 'the other parent follows' grep -Eq '^ +1 +200 +ops +other$' <<<"$out"
check 'a live process named Z is no zombie' test "$(grep -c '^ *300 ' <<<"$out")" -eq 0
check 'a command name runs nothing' test ! -e pwned

printf '1 0 Ss 10 root init\n7 1 Z 9 root orphan\n' >table
run
check 'a process 1 that does not reap is pointed out' grep -q 'process 1 does not collect' <<<"$out"

printf '1 0 Ss 10 root init\n8 1 Zl 9 root half gone\n' >table
run
check 'a process that lives on without its first thread is no zombie' test "$out" = 'no zombie, though ps calls it one: 8 (half gone) has other threads that run, only its first has ended
no zombie processes'
printf '1 0 Ss 10 root init\n' >table
run
check 'a clean host succeeds' test "$status" -eq 0
check 'and is said to be clean' grep -q '^no zombie processes$' <<<"$out"

: >table
run
check 'an empty process table is a failure, not a clean host' test "$status" -eq 1
check 'and is called by its name' grep -q 'no process at all' <<<"$err"
stub ps <<<'exit 1'
run
check 'a ps that fails is a failure' test "$status" -eq 1
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2

mkdir few
ln -s "$(type -P bash)" "$(type -P cat)" few
PATH=$PWD/few run
check 'a missing ps is refused' test "$status" -eq 3
check 'nothing hostile ran' test ! -e pwned
finish
