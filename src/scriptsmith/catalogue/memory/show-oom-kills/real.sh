#!/usr/bin/env bash
# packages: systemd systemd-journal-remote util-linux
. "$HARNESS"
use cgroups
ran_on systemd "$(journalctl --version | sed -n '1s/.*(\(.*\))/\1/p')"
mount_control_groups && make_group
group=$(compgen -G "/sys/fs/cgroup/memory/$MACHINE_GROUP" || echo "/sys/fs/cgroup/$MACHINE_GROUP")
[[ $group == */memory/* ]] || echo +memory >/sys/fs/cgroup/cgroup.subtree_control 2>/dev/null
for limit in memory.limit_in_bytes memory.max; do [[ ! -e $group/$limit ]] || echo 20000000 >"$group/$limit"; done
name="a (b) $RANDOM"
cp "$(command -v tail)" "/usr/local/bin/$name"
# shellcheck disable=SC2016
bash -c 'echo $$ >"$1/cgroup.procs" && exec "$2" /dev/zero' _ "$group" "$name" >/dev/null 2>&1 & # the kernel kills it
pid=$!
wait "$pid"
killed=$?
remove_group
dmesg >/var/log/kern.log
check 'a process was killed for lack of memory' test "$killed" -eq 137
run --file /var/log/kern.log
check 'it is told with its whole name, as a matter of its group' bash -c 'grep -F -e "  $1" <<<"$2" | grep -q " cgroup "' _ "$name" "$out"
check 'with the memory that it held' grep -Eq " (1[0-9]|20)  $(sed 's/[()]/\\&/g' <<<"$name")$" <<<"$out"
check 'once, and its program once' grep -Eqx " +1  $(sed 's/[()]/\\&/g' <<<"$name")" <<<"$out"
check 'the kernel says as many' test "$(sed -n 's/^OOM kills in .*: //p' <<<"$out")" -eq "$(grep -c 'Killed process' /var/log/kern.log)"
gzip --keep /var/log/kern.log
plain=$(sed 1d <<<"$out")
run --file /var/log/kern.log.gz
check 'a rotated log is read too' test "$(sed 1d <<<"$out")" = "$plain"

# The same lines as the kernel's messages in a journal, of this boot and of one 10 days ago.
echo 0123456789abcdef0123456789abcdef >/etc/machine-id
entry() { # SECONDS BOOT TRANSPORT MESSAGE
  printf '__REALTIME_TIMESTAMP=%s000000\n__MONOTONIC_TIMESTAMP=1000000\n_BOOT_ID=%032d\n_TRANSPORT=%s\nSYSLOG_IDENTIFIER=kernel\n_HOSTNAME=machine\nMESSAGE=%s\n\n' "$@"
}
message=$(grep -F "($name)" /var/log/kern.log | sed 's/^\[[^]]*\] *//' | grep 'Killed process' | tail -n 1)
mkdir -p /var/log/journal/0123456789abcdef0123456789abcdef
{
  entry "$(date -d '10 days ago' +%s)" 1 kernel "$message"
  entry "$(date -d '1 hour ago' +%s)" 2 kernel "$message"
  entry "$(date -d '1 hour ago' +%s)" 2 syslog "$message"
} | /usr/lib/systemd/systemd-journal-remote -o /var/log/journal/0123456789abcdef0123456789abcdef/system.journal - >/dev/null 2>&1
run
check 'in the journal, those of the last week that the kernel wrote count' grep -qx 'OOM kills in the journal of the last 7 days: 1' <<<"$out"
check 'they are dated' grep -q "^$(date -d '1 hour ago' +%FT%H)" <<<"$out"
run --days 30
check 'those of an earlier boot are found, and where the journal begins is told' grep -qx "OOM kills in the journal, which begins at $(date -d '10 days ago' +%F) [0-9:]* only (not the last 30 days): 2" <<<"$out"
entry "$(date -d '40 days ago' +%s)" 1 syslog own | /usr/lib/systemd/systemd-journal-remote -o /var/log/journal/0123456789abcdef0123456789abcdef/user-1000.journal - >/dev/null 2>&1
run --days 30
check 'what a user left there before does not count' grep -q "^OOM kills in the journal, which begins at $(date -d '10 days ago' +%F) " <<<"$out"
printf '2026-03-01 12:00:00 startup archives unpack\n' >/var/log/other.log
run --days 1 --file /var/log/other.log
check 'a log without any has none' bash -c '[ "$1" -eq 0 ] && grep -q "^no OOM kills" <<<"$2"' _ "$status" "$out"
entry "$(date -d '1 hour ago' +%s)" 2 syslog own | /usr/lib/systemd/systemd-journal-remote -o /var/log/journal/0123456789abcdef0123456789abcdef/user-65534.journal - >/dev/null 2>&1
chown nobody /var/log/journal/*/user-65534.journal
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >/dev/null 2>&1
check 'whoever may read messages of their own alone is refused' test "$?" -eq 3
rm -r /var/log/journal
run
check 'where there is no journal that is told' test "$status" -eq 3
finish
