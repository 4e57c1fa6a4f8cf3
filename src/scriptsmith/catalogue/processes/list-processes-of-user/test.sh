#!/usr/bin/env bash
. "$HARNESS"

stub ps <<<'cat table'
stub id <<<'[ "$1 $2" = "-u --" ] || exit 1; case $3 in app) echo 1500 ;; boss) echo 1700 ;; idle) echo 1600 ;; *) exit 1 ;; esac'
cat >table <<'EOF'
    0     0       1       0 Ss   10240   12   90061    1 systemd
 1500  1500     100       1 Ssl 524288  600   90060   48 java main
 1500  1500     101     100 S     2048    1     400    1 $(touch pwned)
15000 15000     300       1 S     2048    1     400    1 other
    0  1700     400       1 S     2048    1     400    1 sudo
EOF
run --user app
check 'it succeeds' test "$status" -eq 0
check 'the largest comes first' grep -Eqx ' +512 MiB +100 +1  Ssl +600 s +1d 01:01  java main' <<<"$(sed -n 2p <<<"$out")"
check 'the next follows' grep -Eq ' 2 MiB +101 +100  S ' <<<"$(sed -n 3p <<<"$out")"
check 'they are summed' grep -qx '2 processes of user app: 514 MiB memory (what they share is counted in each), 601 s CPU time, 49 threads (a limit of processes counts these)' <<<"$out"
check 'others are left out' test "$(grep -c -e other -e systemd <<<"$out")" -eq 0
run --user 15000
check 'a numeric id is taken' grep -q 'other$' <<<"$out"
run --user boss
check 'one that the user started and that has the rights of another is listed' grep -q ' sudo$' <<<"$out"
run --user idle
check 'none is no failure' bash -c '[ "$1" = 0 ] && [ "$2" = "user idle has no process" ]' _ "$status" "$out"
run --user nobody-such
check 'a user that does not exist is refused' test "$status" -eq 3
: >table
run --user app
check 'an empty table is a failure' test "$status" -eq 1
rm .stubs/ps .stubs/id
run --user root
check 'the real ps takes these options' grep -Eq '^[1-9][0-9]* processes of user root: ' <<<"$out"
run
check 'a user must be named' test "$status" -eq 2
run --user 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --user --help-me
check 'an option is no user' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
