#!/usr/bin/env bash
. "$HARNESS"

stub who <<'EOF'
[ ! -e .broken ] || exit 1
[ ! -e .quiet ] || exit 0
[ ! -e .logind ] || { echo 'ada      sshd pts/0   May  1 03:00   ?          4711 (192.0.2.9)'; exit; }
echo 'ada      pts/0        May  1 03:00   .          4711 (192.0.2.9)'
echo 'ada      pts/1        2024-05-01 03:10 00:15        4712 (bastion.example)'
echo 'root     tty1         2024-04-30 22:00  old          815'
EOF

echo '  1 /sbin/init' >.processes
stub ps <<'EOF'
[ "$*" = '-eo pid=,args=' ] && [ ! -e .blind ] && cat .processes
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'a session is shown with its origin' grep -Eq '^ada +pts/0 +May 1 03:00 +\. +4711 +192.0.2.9$' <<<"$out"
check 'a console has no origin' grep -Eq '^root +tty1 .* old +815 +-$' <<<"$out"
check 'sessions are counted' grep -q '^3 session(s) of 2 user(s):.* ada 2' <<<"$out"

run --user ada
check 'one user can be chosen' grep -q '^2 session(s) of 1 user(s): ada 2$' <<<"$out"
cat >>.processes <<'P'
  700 sshd: /usr/sbin/sshd -D [listener] 0 of 10-100 startups
  701 sshd: bob [priv]
  702 sshd: bob@notty
  703 sshd-session: bob
  704 sshd: ada@pts/0
  705 sshd: [accepted]
  706 sshd: unknown [net]
  707 grep sshd: eve@notty
  708 sshd: kim@corp.example@notty
  709 sshd-session: kim@corp.example
  710 sshd: kim@corp.example@pts/7,pts/8
  711 sshd: bob@internal-sftp
P
run --user kim@corp.example
check 'a name may hold its domain, and one with a terminal that who does not know is in' test "$status:$out" = '0:SSH connections without a login record:
kim@corp.example (process 708)
kim@corp.example (process 709)
kim@corp.example on pts/7,pts/8 (process 710)'
run
check 'one that who knows stands there once' bash -c '! grep -q "process 704" <<<"$1" && grep -c . <<<"$1" | grep -qx 11' _ "$out"
run --user bob
check 'one without a terminal is in' bash -c '[ "$1" = 0 ] && [ "$2" = "SSH connections without a login record:
bob (process 702)
bob (process 703)" ]' _ "$status" "$out"
run
check 'also beside others' bash -c 'grep -qx "bob (process 702)" <<<"$1" && grep -q "^3 session(s)" <<<"$1" && ! grep -q eve <<<"$1"' _ "$out"
touch .blind
run
check 'processes that cannot be listed are a failure' test "$status" -eq 1
rm .blind; echo '  1 /sbin/init' >.processes
run --user bob
check 'a user who is out is no failure' test "$status" -eq 0
check 'and it is said' grep -q '^not logged in: bob' <<<"$out"
touch .logind; echo '  704 sshd-session: ada@pts/0' >.processes
run
check 'where who tells of the service as well, the terminal is known' bash -c 'grep -Eq "^ada +pts/0 +May 1 03:00 +\? +4711 +192.0.2.9$" <<<"$1" && ! grep -q "without a login record" <<<"$1"' _ "$out"
rm .logind; echo '  1 /sbin/init' >.processes
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
