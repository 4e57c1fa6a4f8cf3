#!/usr/bin/env bash
. "$HARNESS"

echo 0 >.uid
stub id <<<'if [ "$1" = -u ]; then cat .uid; else cat .groups; fi'
echo '1500000000.123456 db1 kernel: Linux' >.begins; printf 'x %.0s' {1..99999} >>.begins
stub journalctl <<'EOF'
[ ! -e .broken ] || exit 1
case $* in *--output=short-unix*) cat .begins; exit ;; esac
[ ! -e .silent ] || exit 0
cat <<'OUT'
2024-05-25T02:17:01+00:00 db1 CRON[100]: pam_unix(cron:session): session opened for user root(uid=0) by (uid=0)
2024-05-25T02:17:01+00:00 db1 CRON[101]: (root) CMD (cd / && run-parts --report /etc/cron.hourly)
2024-05-25T03:00:01+00:00 db1 CRON[200]: (backup) CMD (/opt/backup.sh $(touch pwned) (full))
2024-05-25T03:00:09+00:00 db1 CRON[200]: (backup) CMDEND (/opt/backup.sh)
2024-05-25T03:05:00+00:00 db1 cron[50]: (*system*odd) WRONG FILE OWNER (/etc/cron.d/odd)
2024-05-25T03:05:01+00:00 db1 crond[51]: (deploy) PAM ERROR (Authentication token is no longer valid; new one required)
2024-05-25T03:05:01+00:00 db1 crond[51]: (deploy) FAILED to authorize user with PAM (Authentication token is no longer valid; new one required)
2024-05-25T03:05:02+00:00 db1 CRON[52]: pam_unix(cron:account): account ana has expired (account expired)
2024-05-25T03:05:03+00:00 db1 CRON[53]: pam_unix(cron:account): expired password for user eva (password aged)
2024-05-25T03:05:03+00:00 db1 CRON[53]: Authentication token is no longer valid; new one required
2024-05-25T03:06:00+00:00 db1 cron[50]: (*system*open) INSECURE MODE (group/other writable) (/etc/cron.d/open)
OUT
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'a run is shown with time and user' grep -Eqx '2024-05-25T02:17:01\+00:00  root +cd / && run-parts --report /etc/cron.hourly' <<<"$out"
check 'brackets in a command survive' grep -qF 'backup       /opt/backup.sh $(touch pwned) (full)' <<<"$out"
check 'what cron complains of is shown' grep -q 'WRONG FILE OWNER (/etc/cron.d/odd)' <<<"$out"
check 'in all its words' grep -q 'INSECURE MODE' <<<"$out"
check 'so is an account that may not run its job' test "$(sed -n '/^cron complains/,$p' <<<"$out" | grep -cE 'FAILED to authorize|PAM ERROR|ana has expired|expired password|: Authentication token')" -eq 5
check 'an end is no run' grep -qx '2 runs were started within 24 hours; how they ended is in their own logs or mail' <<<"$out"
check 'nothing of it is run' test ! -e pwned
check 'a journal that goes back far enough is not mentioned' test -z "$(grep 'journal begins' <<<"$out")"
run --text logrotate
check 'what run-parts started without a name is told' test "$status" -eq 1 -a -n "$(grep '^note: run-parts started jobs of which it named none' <<<"$out")"
run --text backup
check 'but not where the job was found' test "$status" -eq 0 -a -z "$(grep 'note:' <<<"$out")"
run --hours 6 --text backup.sh
check 'a text picks commands' grep -qx '1 runs were started within 6 hours; how they ended is in their own logs or mail' <<<"$out"
check 'the time is handed on' test -n "$(calls '^journalctl .*-t CRON .*--since -6h$')"
run --text 'back.*'
check 'a text is no pattern' bash -c '[ "$1" -eq 1 ] && grep -qx "no job with that text ran within 24 hours" <<<"$2"' _ "$status" "$out"
run --text '$(touch pwned)'
check 'a hostile text runs nothing' bash -c '[ "$1" -eq 0 ] && [ ! -e pwned ]' _ "$status"
stub journalctl <<'EOF'
case $* in *--output=short-unix*) date -d '2 hours ago' '+%s.5 db1 kernel: Linux'; exit ;; esac
echo '2024-05-25T03:01:01+00:00 db1 run-parts[2199]: (/etc/cron.daily) starting logrotate'
echo '2024-05-25T03:01:02+00:00 db1 run-parts[2201]: (/etc/cron.daily) finished logrotate'
echo "2024-05-25T03:20:01+00:00 db1 anacron[2210]: Job \`cron.weekly' started"
echo "2024-05-25T03:20:09+00:00 db1 anacron[2210]: Job \`cron.weekly' terminated"
[ ! -e .broken ] || exit 1
EOF
run --text logrotate
check 'a job that run-parts names is found' grep -Eqx '2024-05-25T03:01:01\+00:00  root +/etc/cron.daily/logrotate' <<<"$out"
check 'a journal that begins later is told' grep -Eq '^note: the journal begins at 20[0-9-]+T[0-9:]+ only' <<<"$out"
run --hours 1
check 'one of anacron, too' grep -Eqx '2024-05-25T03:20:01\+00:00  root +anacron cron.weekly' <<<"$out"
check 'an end of theirs is no run' grep -qx '2 runs were started within 1 hours; how they ended is in their own logs or mail' <<<"$out"
check 'within its time the journal is complete' test -z "$(grep 'journal begins' <<<"$out")"
stub journalctl <<'EOF'
[ ! -e .broken ] || exit 1
case $* in *--output=short-unix*) echo "1500000000.1 db1 kernel: Linux"; exit ;; esac
[ ! -e .silent ] || exit 0
echo '2024-05-25T03:00:01+00:00 db1 CRON[200]: (backup) CMD (/opt/backup.sh)'
EOF
touch .silent
run
check 'no run is a failure' test "$status" -eq 1
check 'a silent cron is pointed out' grep -q 'does it run' <<<"$out"
check 'of a journal that has entries nothing is said' test -z "$(grep 'is empty' <<<"$out")"
stub journalctl <<<'exit 0'
run
check 'an empty journal is no cron that did nothing' grep -q '^note: the journal is empty; look in /var/log/cron' <<<"$out"
stub journalctl <<<'exit 1'
touch .broken
run
check 'an unreadable journal is a failure' test "$status" -eq 1
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
