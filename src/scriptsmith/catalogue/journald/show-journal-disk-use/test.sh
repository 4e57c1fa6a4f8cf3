#!/usr/bin/env bash
. "$HARNESS"

# A journalctl that knows the options used; TABLE holds what it prints.
stub journalctl <<'EOF'
for word; do
  case $word in
    --boot | --boot=* | --priority=* | --no-pager | --quiet | --output=* | --lines=* | --unit=* | --since=* | --until=* | --list-boots | --disk-usage | --verify | --flush | --header | --utc | --root=r) ;;
    *) echo "journalctl: unrecognized option '$word'" >&2; exit 1 ;;
  esac
done
if [ -e .broken ]; then echo 'Failed to open system journal: Permission denied' >&2; exit 1; fi
case " $* " in
  *' --disk-usage '*) cat usage ;;
esac
EOF

echo 'Archived and active journals take up 1.2G in the file system.' >usage
mkdir -p 'r/var/log/journal/abc' r/etc/systemd/journald.conf.d
head -c 3145728 /dev/zero >r/var/log/journal/abc/system.journal
touch -d '2026-01-02 12:00' 'r/var/log/journal/abc/system@1 old.journal'
printf '[Journal]\n#SystemMaxUse=1G\nStorage=persistent\n' >r/etc/systemd/journald.conf
printf '[Journal]\nSystemMaxUse=500M' >'r/etc/systemd/journald.conf.d/50 size.conf'
run --root r
check 'it succeeds' test "$status" -eq 0
check 'the sum is shown' grep -q 'take up 1.2G' <<<"$out"
check 'a directory is measured' grep -qx 'r/var/log/journal: 3 MiB in 2 files, the oldest last written 2026-01-02' <<<"$out"
check 'its file system is shown' grep -Eq '^  file system /.* is ([0-9]+%|-) full, [0-9.]+[KMGTP]? left$' <<<"$out"
check 'one that is not there is told' grep -qx 'r/run/log/journal: not there' <<<"$out"
check 'a limit is shown with its file' grep -qx '  SystemMaxUse=500M (r/etc/systemd/journald.conf.d/50 size.conf)' <<<"$out"
check 'other settings too' grep -q '^  Storage=persistent ' <<<"$out"
check 'where a limit is set no default is told' test "$(grep -c 'is not set' <<<"$out")" -eq 0
check 'a comment is no limit' test "$(grep -c 1G: <<<"$out")$(grep -c '#' <<<"$out")" = 00
check 'where all is readable nothing is said of it' test -z "$err"
mv r/var/log/journal elsewhere && ln -s "$PWD/elsewhere" r/var/log/journal
run --root r
check 'a directory that is a link is measured all the same' grep -qx 'r/var/log/journal: 3 MiB in 2 files, the oldest last written 2026-01-02' <<<"$out"
mkdir -p r/{usr/lib,run}/systemd/journald.conf.d
printf '[Journal]\nSystemMaxUse=1M\n' | tee 'r/usr/lib/systemd/journald.conf.d/50 size.conf' >r/run/systemd/journald.conf.d/10-x.conf
printf '[Journal]\nSystemMaxUse=7M\n' >r/usr/lib/systemd/journald.conf.d/90-y.conf
run --root r
check 'the last one is in force, whatever its directory' test "$(grep -o 'SystemMaxUse=[0-9]*M' <<<"$out" | paste -sd ' ')" = 'SystemMaxUse=1M SystemMaxUse=500M SystemMaxUse=7M'
rm r/etc/systemd/journald.conf r/{usr/lib,run,etc}/systemd/journald.conf.d/*
printf '[Journal]\nSystemMaxUse=3M\n' >r/usr/lib/systemd/journald.conf
run --root r
check 'without a file in /etc that of the package counts' grep -qx '  SystemMaxUse=3M (r/usr/lib/systemd/journald.conf)' <<<"$out"
printf '[Journal]\nStorage=persistent\nMaxRetentionSec=1month\n' >r/usr/lib/systemd/journald.conf
run --root r
check 'where other things are set, the default is told' grep -q '^  SystemMaxUse is not set: a tenth' <<<"$out"
printf '[Journal]\nSystemMaxUse = 4M\n' >r/usr/lib/systemd/journald.conf
run --root r
check 'blanks beside the sign do not matter' test "$(grep -c '^  SystemMaxUse = 4M' <<<"$out"):$(grep -c 'is not set' <<<"$out")" = 1:0
rm -r r
mkdir r
run --root r
check 'without limits the default is told' grep -q '^  SystemMaxUse is not set: a tenth' <<<"$out"
check 'and that is no failure' test "$status" -eq 0
: >usage
run --root r
check 'silence is a failure' test "$status" -eq 1
: >.broken
run --root r
check 'a journal that cannot be read is refused' test "$status" -eq 3
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
run --root
check 'an option needs a value' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
