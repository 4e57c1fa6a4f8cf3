#!/usr/bin/env bash
. "$HARNESS"

mkdir -p se/fs/selinux aa/module/apparmor/parameters aa/kernel/security/apparmor none
printf 1 >se/fs/selinux/enforce
echo Y >aa/module/apparmor/parameters/enabled
printf '/usr/bin/man (enforce)\n/usr/sbin/mysqld (complain)\nman_groff (enforce)\n' >aa/kernel/security/apparmor/profiles
echo 0 >.uid
stub id <<<'if [ "$1" = -u ]; then cat .uid; else echo ana users; fi'
stub journalctl <<'EOF'
[ ! -e .broken ] || exit 1
case "$*" in *short-unix*) [ -e .none ] || echo "$(cat .first).000001 host kernel: Linux"; exit ;; esac
[ -e .denied ] || exit 0
echo 'usb 1-1: new device'
echo 'audit: type=1400 audit(1716600000.1:9): avc:  denied  { read } for  pid=9 comm="nginx" name="index" scontext=system_u tcontext=unconfined_u tclass=file permissive=0'
echo 'audit: type=1400 audit(1716600001.1:9): avc:  denied  { read } for  pid=9 comm="nginx" name="other" tclass=file'
echo 'audit: type=1400 audit(1716600002.1:9): apparmor="DENIED" operation="open" profile="mysqld" name="/x" pid=7 comm="mysqld" requested_mask="r"'
[ ! -e .twice ] || cat .twice
EOF

echo 1600000000 >.first
run --sys se
check 'a record that goes back far enough is not spoken of' test -z "$err"
check 'an enforcing host succeeds' test "$status" -eq 0
check 'SELinux is told' grep -qx 'SELinux: enforcing' <<<"$out"
check 'that AppArmor is not there is told' grep -qx 'AppArmor: off or not there' <<<"$out"
check 'no denial is told' grep -qx 'no denial is recorded within 24 hours; rules with dontaudit (SELinux) or deny (AppArmor) refuse without a record' <<<"$out"
date -d '3 hours ago' +%s >.first
run --sys se --hours 2
check 'two hours are within three' test -z "$err"
run --sys se
check 'how far the journal goes back is told' grep -qx "note: the record of denials goes back to $(date -d "@$(<.first)" '+%F %H:%M') only" <<<"$err"
touch .none
run --sys se
check 'an empty one is told' grep -q '^note: the record is empty, so whether anything was denied is not known$' <<<"$err"
rm .none
echo 1000 >.uid
run --sys se
check 'who sees only own messages is told no such thing' bash -c '! grep -q "no denial" <<<"$1" && grep -q "denials are not known" <<<"$2"' _ "$out" "$err"
echo 0 >.uid
touch .denied
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; bash -O compat44 "$SCRIPT" --sys se --hours 2 </dev/null 2>/dev/null) | cat)
run --sys se --hours 2
check 'without room for a file the same is told' test "$noroom" = "$out"
check 'denials are counted by program' grep -Eqx ' +2 "nginx"' <<<"$out"
check 'those of AppArmor too' grep -Eqx ' +1 "mysqld"' <<<"$out"
echo 'AVC apparmor="DENIED" operation="open" profile="mysqld" name="/x" pid=7 comm="mysqld" requested_mask="r"' >.twice
run --sys se --hours 2
check 'what the kernel and its audit socket tell is one' grep -Eqx ' +1 "mysqld"' <<<"$out"
cat .twice .twice >>.twice.2; mv .twice.2 .twice
run --sys se --hours 2
check 'what the socket tells twice is two' grep -Eqx ' +2 "mysqld"' <<<"$out"
rm .twice
check 'the latest is shown' grep -q '^the latest: .*apparmor="DENIED"' <<<"$out"
check 'the time is handed on' test -n "$(calls '^journalctl .*--since -2h ')"
rm .denied; mkdir log; now=$(date +%s)
printf 'type=AVC msg=audit(%s.1:9): avc:  denied  { read } for  pid=9 comm="httpd" name="x" tclass=file permissive=0\n' $((now - 9000)) $((now - 600)) >log/audit.log
printf 'type=SYSCALL msg=audit(%s.1:9): arch=c000003e success=no comm="httpd" exe="/usr/sbin/httpd"\n' $((now - 600)) >>log/audit.log
printf 'type=DAEMON_START msg=audit(%s.1:1): op=start\n' $((now - 20000)) >log/audit.log.1
printf 'type=AVC msg=audit(%s.1:9): avc:  denied  { write } for  pid=9 comm="named" name="x" tclass=file permissive=0\n' $((now - 700)) >>log/audit.log.1
run --sys se --audit log --hours 2
check 'denials in the files of auditd are counted, older ones are not' bash -c 'grep -Eqx " +1 \"httpd\"" <<<"$1" && grep -Eqx " +1 \"named\"" <<<"$1" && grep -q "^the latest: .*httpd" <<<"$1"' _ "$out"
check 'the files of auditd go back further than that' test -z "$(grep '^note: the record' <<<"$err")"
run --sys se --audit log --hours 24
check 'but not for a day' grep -qx "note: the record of denials goes back to $(date -d "@$((now - 20000))" '+%F %H:%M') only" <<<"$err"
run --sys se --audit log --hours 3
check 'further back there are more' grep -Eqx ' +2 "httpd"' <<<"$out"
rm -r log
printf 0 >se/fs/selinux/enforce
run --sys se
check 'permissive is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "^SELinux: permissive" <<<"$2"' _ "$status" "$out"
run --sys aa
check 'AppArmor enforces' test "$status" -eq 0
check 'its profiles are counted' grep -qx 'AppArmor: on, 2 profiles enforce, 1 only complain' <<<"$out"
rm aa/kernel/security/apparmor/profiles
run --sys aa
check 'without its profiles nothing is claimed' bash -c '[ "$1" -eq 1 ] && grep -q "root only" <<<"$2"' _ "$status" "$out"
run --sys none
check 'neither is a failure' bash -c '[ "$1" -eq 1 ] && grep -qx "neither is active" <<<"$2"' _ "$status" "$out"
touch .broken
run --sys se
check 'an unreadable journal is told' grep -q 'denials are not known' <<<"$err"
run --sys nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --hours 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --hours '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --sys se >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
