#!/usr/bin/env bash
. "$HARNESS"

stub getent <<'EOF'
[ "${*: -1}" = ana ] || exit 2
EOF
stub last <<'EOF'
[ "$1 $2 $3" = '-w -F -n' ] && shift && [[ $3 =~ ^[0-9]+$ ]] || { echo "last: bad usage" >&2; exit 1; }
[ ! -e .broken ] || { echo "last: cannot open /var/log/wtmp: No such file or directory" >&2; exit 1; }
if [ "${4:-ana}" = ana ] && [ ! -e .empty ]; then
  printf 'ana      pts/0        192.0.2.9        Sat May 25 03:10   still logged in\n'
  [ -n "${4:-}" ] || printf 'reboot   system boot  6.1.0-18-amd64   Fri May 24 22:00   still running\n'
  printf 'ana      pts/0        evil\033[2Jhost        Thu May 23 09:00 - 17:01  (08:01)\n'
fi
printf '\nwtmp begins Wed May  1 00:00:12 2024\n'
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'a log-in is shown' grep -q '^ana .*192.0.2.9 .*still logged in$' <<<"$out"
check 'a restart is shown' grep -q '^reboot' <<<"$out"
check 'the start of the record is told' grep -qx 'recorded since: Wed May  1 00:00:12 2024; shown are the latest, 20 at most' <<<"$out"
check 'that not all is recorded is told' grep -qx 'note: what uses no terminal (a command over SSH, scp, Ansible) is never recorded here' <<<"$err"
check 'control characters do not get through' test -z "$(grep $'\033' <<<"$out")"
check 'twenty is the default' test -n "$(calls '^last -w -F -n 20$')"
run --user ana --limit 5
check 'user and number are handed on' test -n "$(calls '^last -w -F -n 5 ana$')"
check 'others are left out' test -z "$(grep reboot <<<"$out")"
run --user gone
check 'a user without log-ins is no fault' grep -qx 'no log-in is recorded of gone' <<<"$out"
check 'there, too, it is told that not all is recorded' grep -q '^note: what uses no terminal' <<<"$err"
check 'a missing account is told' grep -q 'no account gone' <<<"$err"
touch .empty
run
check 'an empty record is no fault' bash -c '[ "$1" -eq 0 ] && grep -qx "no log-in is recorded" <<<"$2"' _ "$status" "$out"
touch .broken
run
check 'an unreadable record is a failure' test "$status" -eq 1
run --limit 0
check 'no number is refused' test "$status" -eq 2
run --user 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --user '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
