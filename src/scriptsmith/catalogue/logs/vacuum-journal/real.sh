#!/usr/bin/env bash
# packages: systemd locales
. "$HARNESS"
# journald runs without systemd when it can read where it stands among the control groups.
mkdir -p /run/log/journal /run/systemd/journal /sys/fs/cgroup
mount -t cgroup2 -o ro none /sys/fs/cgroup
systemd-machine-id-setup >/dev/null 2>&1
(/lib/systemd/systemd-journald >/dev/null 2>&1 &)
await systemd-cat true
fill() { head -c 30000000 /dev/urandom | base64 -w 30000 | systemd-cat -t "$1"; }
bytes() { du -sb /run/log/journal | cut -f1; }
ran_on systemd "$(journalctl --version | sed -n '1s/^systemd \([0-9]*\).*/\1/p')"

# 30 MB are 1334 lines.
complete() { [[ $(journalctl -q -o cat -t "$1" | wc -l) -ge 1334 ]]; }
fill first; await complete first
journalctl --rotate >/dev/null 2>&1
fill second; await complete second
before=$(bytes)
mkdir -p /usr/lib/locale && localedef --inputfile de_DE --charmap UTF-8 de_DE.UTF-8 2>/dev/null
check 'in German numbers have a comma' bash -c '! LC_ALL=de_DE.UTF-8 numfmt --from=iec 1.2G && LC_ALL=de_DE.UTF-8 numfmt --from=iec 1,2G'
export LC_ALL=de_DE.UTF-8
run --size 48 --dry-run
unset LC_ALL
check 'where they have, it works too' test "$status" -eq 0
former=/var/log/journal/0123456789abcdef0123456789abcdef
mkdir -p "$former"
cp "$(find /run/log/journal -name '*@*.journal' | head -n 1)" "$former/system.journal"
run --size 48 --dry-run
check 'a journal of a former id is named with its size' grep -qE "shrunk: [0-9.]+M $former\$" <<<"$err"
check 'this journal is not' bash -c '! grep -q "$(cat /etc/machine-id)" <<<"$1"' _ "$err"
check 'a dry run removes nothing' test "$status:$(bytes)" = "0:$before" -a -n "$(grep '^would shrink' <<<"$out")"
run --size 48
check 'the journal takes no more than that' test "$status" -eq 0 -a "$(du -sm /run/log/journal | cut -f1)" -le 48
check 'that of the former id stays' test -s "$former/system.journal"
check 'the oldest entries are gone, the newest are there' test -n "$(journalctl -q -t second -n 1)" -a "$(journalctl -q -t first | wc -l)" -lt "$(journalctl -q -t second | wc -l)"
check 'it says how much it was' grep -qE '^the journal took [0-9.]+M, now [0-9.]+M$' <<<"$out"
run --size 48
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to do' <<<"$out")"
run --size 1
check 'less than one file in use cannot be had, and that is a failure' test "$status" -eq 1
finish
