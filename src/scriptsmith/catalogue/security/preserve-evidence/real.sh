#!/usr/bin/env bash
# packages: procps iproute2 util-linux cron
. "$HARNESS"
use systemd
mkdir '/mnt/my case'
rm "$(command -v lastb)"
cp /bin/sleep /dev/shm/implant && /dev/shm/implant 301 &
nc -l 127.0.0.1 4444 &
unshare --net bash -c 'ip link set lo up; exec nc -l 127.0.0.1 4455' &
container=$!
useradd --create-home eve && echo eve:secret | chpasswd
crontab -u eve - <<<'@reboot /dev/shm/implant'
touch /var/tmp/left-there
utmpdump --reverse >/var/log/wtmp 2>/dev/null <<<'[7] [00321] [ts/0] [eve     ] [pts/0       ] [198.51.100.7        ] [198.51.100.7   ] [2024-02-02T03:04:05,000000+00:00]'
await ss --no-header --listening --tcp sport = :4444
listens() { nsenter --net="/proc/$container/ns/net" ss --no-header --listening --tcp | grep -q 4455; }
await listens
logger --tag here 'a message for the case' && journalctl --sync
for n in {1..20003}; do echo "line $n"; done >/var/log/auth.log
part() { tar -xzOf "$archive" --wildcards "*/$1.txt"; }

run --destination '/mnt/my case' --dry-run
check 'a dry run writes nothing' test -z "$(ls -A '/mnt/my case')"
run --destination '/mnt/my case'
check 'it succeeds' test "$status" -eq 0
archive=$(ls '/mnt/my case'/*.tar.gz)
check 'the checksum is right' bash -c 'cd "/mnt/my case" && sha256sum --check --quiet ./*.sha256'
check 'only root reads them' test "$(stat -c %a '/mnt/my case'/* | sort -u)" = 600
check 'nothing else is left' test "$(ls -A '/mnt/my case' | wc -l)" -eq 2
check 'a process is in it, with its words' grep -q '/dev/shm/implant 301$' <<<"$(part processes)"
check 'and its program' grep -q " /dev/shm/implant cwd " <<<"$(part programs)"
check 'a socket, with its process' grep -q '127.0.0.1:4444 .*"nc"' <<<"$(part sockets)"
check 'also one of a container' grep -q '127.0.0.1:4455 .*"nc"' <<<"$(part sockets-of-containers)"
check 'and not that of the host again' test "$(part sockets-of-containers | grep -c :4444)" -eq 0
check 'the accounts, without hashes' bash -c 'grep -q ^eve: <<<"$1" && ! tar -xzOf "$2" | grep -qF "\$y\$"' _ "$(part accounts)" "$archive"
check 'a log-in with its year' grep -q '^eve .*198.51.100.7 .*Feb  2 03:04:05 2024' <<<"$(part last-logins)"
check 'the jobs of cron' grep -q '@reboot /dev/shm/implant' <<<"$(part cron)"
check 'files in temporary directories' grep -q '/var/tmp/left-there$' <<<"$(part temporary-files)"
part system-logs >logs
check 'the end of the system logs' bash -c 'grep -qx "== /var/log/auth.log" logs && grep -qx "line 4" logs && ! grep -qx "line 3" logs && grep -qx "line 20003" logs'
check 'and the journal' grep -q 'a message for the case' <<<"$(part journal)"
check 'what was not there is named' grep -Eq '^not taken, the tool is not there: (.* )?lastb( |$)' <<<"$out"
check 'every part says how it ended' test "$(tar -tzf "$archive" | grep -c '\.txt$')" -eq "$(tar -xzOf "$archive" --wildcards '*.txt' | grep -c '^# exit status ')"
check 'nothing was stopped' pgrep -f '/dev/shm/implant 301'
mount -t tmpfs -o size=64k tmpfs /mnt/
mkdir /mnt/full
run --destination /mnt/full
check 'a full disk is a failure, and leaves nothing' bash -c '[ "$1" = 1 ] && [ -z "$(ls -A /mnt/full)" ]' _ "$status"
finish
