#!/usr/bin/env bash
. "$HARNESS"

echo 0 >.uid
stub id <<<'if [ "$1" = -u ]; then cat .uid; else cat .groups; fi'
stub journalctl <<'EOF'
[ ! -e .broken ] || exit 1
case "$*" in *short-unix*) [ -e .none ] || printf '%s.123456 db1 kernel: first\n' "$(cat .first)"; exit ;; esac
[ ! -e .quiet ] || exit 0
cat <<'OUT'
2024-05-25T03:00:01+00:00 db1 sudo[100]:      ana : TTY=pts/0 ; PWD=/home/ana ; USER=root ; COMMAND=/usr/bin/ls
2024-05-25T03:00:01+00:00 db1 sudo[100]:      ana : TTY=pts/0 ; PWD=/home/ana ; USER=root ; COMMAND=/usr/bin/grep authentication failure /var/log/auth.log
2024-05-25T03:00:01+00:00 db1 sudo[100]:      ana : (command continued) NOT in sudoers
2024-05-25T03:00:02+00:00 db1 sudo[100]: pam_unix(sudo:session): session opened for user root(uid=0) by ana(uid=1001)
2024-05-25T03:01:00+00:00 db1 sudo[101]: pam_unix(sudo:auth): authentication failure; logname=bo uid=1002 euid=0 tty=/dev/pts/1 ruser=bo rhost=  user=bo
2024-05-25T03:01:05+00:00 db1 sudo[101]:       bo : 3 incorrect password attempts ; TTY=pts/1 ; PWD=/home/bo ; USER=root ; COMMAND=/usr/bin/su
2024-05-25T03:02:00+00:00 db1 sudo[102]:  mallory : user NOT in sudoers ; TTY=pts/2 ; PWD=/ ; USER=root ; COMMAND=/bin/sh -c $(touch pwned)
2024-05-25T03:03:00+00:00 db1 sudo[103]:  mallory : command not allowed ; TTY=pts/2 ; PWD=/ ; USER=root ; COMMAND=/bin/cat /etc/shadow
2024-05-25T03:04:00+00:00 db1 sudo[104]:  cron : sorry, you must have a tty to run sudo ; TTY=unknown ; PWD=/ ; USER=root ; COMMAND=/bin/true
2024-05-25T03:04:00+00:00 db1 sudo[104]:  ida : user NOT in sudoers ; TTY=pts/2 ; PWD=/ ; USER=root ; COMMAND=/bin/caf@@
2024-05-25T03:04:00+00:00 db1 sudo[104]:  old : account validation failure, is your account locked? ; TTY=pts/2 ; PWD=/ ; USER=root ; COMMAND=/bin/true
OUT
EOF
sed -i $'s/@@/\xe9/' .stubs/journalctl

echo 1600000000 >.first
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; bash -O compat44 "$SCRIPT" </dev/null 2>/dev/null) | cat)
run
check 'without room for a file the same is told' test "$noroom" = "$out"
check 'it succeeds' test "$status" -eq 0
check 'a wrong password is shown' grep -q 'bo : 3 incorrect password attempts' <<<"$out"
check 'an outsider is shown' grep -q 'mallory : user NOT in sudoers' <<<"$out"
check 'a command that is not allowed is shown' grep -q 'command not allowed .*/etc/shadow' <<<"$out"
check 'a success is not' test -z "$(grep -E 'bin/ls|session opened' <<<"$out")"
check 'nor one whose words look like a failure' test -z "$(grep -E 'ana|continued' <<<"$out")"
check 'other reasons are shown too' bash -c 'grep -q "must have a tty" <<<"$1" && grep -q "account validation" <<<"$1"' _ "$out"
check 'a journal that goes back far enough is not spoken of' test -z "$err"
date +%s >.first
run
check 'one that does not is' grep -q "^note: the journal goes back to $(date +%F) [0-9:]* only" <<<"$err"
touch .none
run
check 'one that is empty is a failure' test "$status" -eq 1
rm .none
run
check 'users are counted' grep -Eqx ' +2 mallory' <<<"$out"
check 'the most frequent stands first' grep -q mallory <<<"$(sed -n '/^by user/{n;p}' <<<"$out")"
check 'also of what is no UTF-8' grep -Eqx ' +1 ida' <<<"$out"
check 'the sum is told' grep -qax '7 messages within 24 hours' <<<"$out"
check 'nothing of it is run' test ! -e pwned
run --hours 48
check 'the time is handed on' test -n "$(calls '^journalctl .*--all .*-t sudo .*--since -48h$')"
stub grep <<<'exit 2'
run
rm .stubs/grep
check 'a search that fails is not none' test "$status:$out:$(grep -c 'the journal could not be searched$' <<<"$err")" = 1::1
touch .quiet
run
check 'none is no fault' bash -c '[ "$1" -eq 0 ] && grep -qx "no failed sudo within 24 hours (su and pkexec are not looked at)" <<<"$2"' _ "$status" "$out"
touch .broken
run
check 'an unreadable journal is a failure' test "$status" -eq 1
run --hours 0
check 'no time is refused' test "$status" -eq 2
run --hours 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --hours '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
rm -f .broken; echo 1000 >.uid; echo 'ana users admins' >.groups
run
check 'whoever sees only what is their own is refused' test "$status" -eq 3
echo 'ana adm' >.groups
run
check 'the group that sees all is not' test "$status" -ne 3
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
