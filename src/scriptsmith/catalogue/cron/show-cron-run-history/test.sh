#!/usr/bin/env bash
. "$HARNESS"

echo 0 >.uid
stub id <<<'if [ "$1" = -u ]; then cat .uid; else cat .groups; fi'
stub journalctl <<'EOF'
[ ! -e .broken ] || exit 1
[ ! -e .silent ] || exit 0
cat <<'OUT'
2024-05-25T02:17:01+00:00 db1 CRON[100]: pam_unix(cron:session): session opened for user root(uid=0) by (uid=0)
2024-05-25T02:17:01+00:00 db1 CRON[101]: (root) CMD (cd / && run-parts --report /etc/cron.hourly)
2024-05-25T03:00:01+00:00 db1 CRON[200]: (backup) CMD (/opt/backup.sh $(touch pwned) (full))
2024-05-25T03:00:09+00:00 db1 CRON[200]: (backup) CMDEND (/opt/backup.sh)
2024-05-25T03:05:00+00:00 db1 cron[50]: (*system*odd) WRONG FILE OWNER (/etc/cron.d/odd)
2024-05-25T03:06:00+00:00 db1 cron[50]: (*system*open) INSECURE MODE (group/other writable) (/etc/cron.d/open)
OUT
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'a run is shown with time and user' grep -Eqx '2024-05-25T02:17:01\+00:00  root +cd / && run-parts --report /etc/cron.hourly' <<<"$out"
check 'brackets in a command survive' grep -qF 'backup       /opt/backup.sh $(touch pwned) (full)' <<<"$out"
check 'what cron complains of is shown' grep -q 'WRONG FILE OWNER (/etc/cron.d/odd)' <<<"$out"
check 'in all its words' grep -q 'INSECURE MODE' <<<"$out"
check 'an end is no run' grep -qx '2 runs within 24 hours' <<<"$out"
check 'nothing of it is run' test ! -e pwned
run --hours 6 --text backup.sh
check 'a text picks commands' grep -qx '1 runs within 6 hours' <<<"$out"
check 'the time is handed on' test -n "$(calls '^journalctl .*-t CRON .*--since -6h$')"
run --text 'back.*'
check 'a text is no pattern' bash -c '[ "$1" -eq 1 ] && grep -qx "no job with that text ran within 24 hours" <<<"$2"' _ "$status" "$out"
run --text '$(touch pwned)'
check 'a hostile text runs nothing' bash -c '[ "$1" -eq 0 ] && [ ! -e pwned ]' _ "$status"
touch .silent
run
check 'no run is a failure' test "$status" -eq 1
check 'a silent cron is pointed out' grep -q 'does it run' <<<"$out"
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
