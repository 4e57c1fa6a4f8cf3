#!/usr/bin/env bash
. "$HARNESS"

stub ps <<<'cat table'
cat >table <<'EOF'
      1       0 Ss    90061 root                             systemd
    100       1 Ssl     500 app                              master one
    101     100 S       400 app                              worker
    102     100 S       300 app                              $(touch pwned)
    103     101 R       200 app                              deep
    200       1 S      9999 ops                              other
EOF
run --pid 100
check 'it succeeds' test "$status" -eq 0
check 'the process is marked' grep -qx '>   100 app Ssl 500s master one' <<<"$out"
check 'its parent stands above it' grep -qx '  1 root Ss 90061s systemd' <<<"$(head -n 1 <<<"$out")"
check 'a child is indented' grep -qx '      101 app S 400s worker' <<<"$out"
check 'a grandchild is indented more' grep -qx '        103 app R 200s deep' <<<"$out"
check 'the grandchild follows its own parent' grep -q 'deep' <<<"$(grep -A 1 ' 101 ' <<<"$out")"
check 'they are counted' grep -qx 'process 100 has 3 descendants' <<<"$out"
check 'that adopted ones are not among them is told' grep -qx 'not seen: what outlived its parent; it hangs below 1, a service manager or a shim now, which did not start it' <<<"$out"
check 'strangers are left out' test "$(grep -c other <<<"$out")" -eq 0
status=0
out=$( (trap '' XFSZ; ulimit -f 0; STUB_LOG=/dev/null BASH_COMPAT=5.0 bash "$SCRIPT" --pid 100 </dev/null 2>/dev/null) | cat) || status=$?
check 'without room for a file it works' test "$status:$(grep -c 'deep$\|^process 100 has 3' <<<"$out")" = 0:2
run --pid 103
check 'a leaf has its whole chain' test "$(grep -c '' <<<"$out")" -eq 6
check 'and no descendants' grep -q 'has 0 descendants' <<<"$out"
run --pid 999
check 'a process that is not there is refused' test "$status" -eq 3
run
check 'a process must be named' test "$status" -eq 2
run --pid 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --pid -5
check 'a negative number is refused' test "$status" -eq 2
: >table
run --pid 100
check 'an empty table is a failure' test "$status" -eq 1
stub ps <<<'exit 1'
run --pid 100
check 'a ps that fails is a failure' test "$status" -eq 1
check 'nothing hostile ran' test ! -e pwned
finish
