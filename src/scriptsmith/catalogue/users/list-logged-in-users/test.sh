#!/usr/bin/env bash
. "$HARNESS"

stub who <<'EOF'
[ ! -e .broken ] || exit 1
[ ! -e .quiet ] || exit 0
echo 'ada      pts/0        May  1 03:00   .          4711 (192.0.2.9)'
echo 'ada      pts/1        2024-05-01 03:10 00:15        4712 (bastion.example)'
echo 'root     tty1         2024-04-30 22:00  old          815'
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'a session is shown with its origin' grep -Eq '^ada +pts/0 +May 1 03:00 +\. +4711 +192.0.2.9$' <<<"$out"
check 'a console has no origin' grep -Eq '^root +tty1 .* old +815 +-$' <<<"$out"
check 'sessions are counted' grep -q '^3 session(s) of 2 user(s):.* ada 2' <<<"$out"

run --user ada
check 'one user can be chosen' grep -q '^2 session(s) of 1 user(s): ada 2$' <<<"$out"
run --user bob
check 'a user who is out is no failure' test "$status" -eq 0
check 'and it is said' grep -q '^not logged in: bob' <<<"$out"
touch .quiet
run
check 'an empty host is no failure' grep -q '^nobody is logged in' <<<"$out"
rm .quiet
touch .broken
run
check 'a failing who is a failure' test "$status" -eq 1
run --users
check 'an unknown argument is refused' test "$status" -eq 2
run --user 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
