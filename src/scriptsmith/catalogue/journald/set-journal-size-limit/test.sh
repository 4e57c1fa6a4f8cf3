#!/usr/bin/env bash
. "$HARNESS"

# A journalctl that knows the options used; TABLE holds what it prints.
stub journalctl <<'EOF'
for word; do
  case $word in
    --boot | --boot=* | --priority=* | --no-pager | --quiet | --output=* | --lines=* | --unit=* | --since=* | --until=* | --list-boots | --disk-usage | --verify | --flush | --header | --utc) ;;
    *) echo "journalctl: unrecognized option '$word'" >&2; exit 1 ;;
  esac
done
if [ -e .broken ]; then echo 'Failed to open system journal: Permission denied' >&2; exit 1; fi
case " $* " in
  *' --disk-usage '*) echo 'Archived and active journals take up 1.2G in the file system.' ;;
esac
EOF

stub systemctl <<'EOF'
case $* in
  'restart systemd-journald.service') [ ! -e .norestart ] ;;
  'show --property=ExecMainStartTimestamp -- systemd-journald.service') echo "ExecMainStartTimestamp=$(cat started)" ;;
  'show --property=ActiveState -- systemd-journald.service') echo "ActiveState=$(cat state)" ;;
  *) exit 1 ;;
esac
EOF
stub id <<<'echo 0'
echo '52428800 * 4096 / 10485760' >blocks # of /run, 200 GiB
stub stat <<'EOF'
[ "$*" != '-f -c %b * %S / 10485760 -- r/run' ] || exec cat blocks
[ ! -e .nostat ] || { echo 'stat: cannot statx: Input/output error' >&2; exit 1; }
PATH=/usr/bin:/bin exec stat "$@"
EOF
echo active >state
date -d '+1 hour' '+%a %Y-%m-%d %H:%M:%S %Z' >started
mkdir -p r/etc/systemd r/run
file=r/etc/systemd/journald.conf.d/60-size.conf
run --root r --size 500 --dry-run
check 'a dry run shows the file' grep -qx 'SystemMaxUse=500M' <<<"$out"
check 'what it takes now is told' grep -q 'take up 1.2G' <<<"$out"
check 'a dry run writes nothing' test ! -e "$file"
check 'of a small journal nothing is warned' test -z "$err"
stub du <<<'[ "$*" = "-smc -- r/var/log/journal/ r/run/log/journal/" ] || exit 2; printf "501\tr/var/log/journal/\n501\ttotal\n"; exit 1'
run --root r --size 500 --dry-run
check 'that old messages go at once is told, in a dry run too' grep -qx 'warning: the journal takes 501 MiB: its oldest messages are removed at once, for good' <<<"$err"
run --root r --size 501 --dry-run
check 'not of a journal that is just so large' test "$status:$err" = 0:
rm .stubs/du
run --root r --size 0500
check 'it succeeds' test "$status" -eq 0
check 'the file is written' test "$(cat "$file")" = $'[Journal]\nSystemMaxUse=500M\nRuntimeMaxUse=500M'
check 'what it takes afterwards is told' test "$(tail -n 1 <<<"$out")" = 'Archived and active journals take up 1.2G in the file system.'
check 'journald is restarted' calls '^systemctl restart systemd-journald.service$'
check 'it says so' grep -qx "set: the journal may take 500 MiB on disk, 500 in memory, in $file" <<<"$out"
: >"$STUB_LOG"
run --root r --size 500
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^nothing to change" <<<"$2"' _ "$status" "$out"
check 'and restarts nothing' test -z "$(calls restart)"
date -d '-1 hour' '+%a %Y-%m-%d %H:%M:%S %Z' >started
run --root r --size 500
check 'a journald that has not read the file yet is restarted' test "$status" -eq 0 -a -n "$(calls restart)"
echo n/a >started; : >"$STUB_LOG"
run --root r --size 500
check 'so is one of which that is not known' test "$status" -eq 0 -a -n "$(calls restart)"
echo >started; touch -d 2001-02-03 "$file"; : >"$STUB_LOG"
run --root r --size 500
check 'or of which nothing is told, however old the file' test "$status" -eq 0 -a -n "$(calls restart)"
date -d '+1 hour' '+%a %Y-%m-%d %H:%M:%S %Z' >started
: >.nostat
: >"$STUB_LOG"
run --root r --size 500
check 'or when the age of the file cannot be read' test "$status" -eq 0 -a -n "$(calls restart)"
rm .nostat
echo '262144 * 4096 / 10485760' >blocks # 1 GiB
run --root r --size 500
check 'in memory it never takes more than before' test "$status:$(tail -n 2 "$file" | paste -sd ' ')" = '0:SystemMaxUse=500M RuntimeMaxUse=102M'
check 'which is told' grep -qx "set: the journal may take 500 MiB on disk, 102 in memory, in $file" <<<"$out"
rm blocks
run --root r --size 500
check 'where the size of /run is not known nothing is set' test "$status:$(grep -c 'could not tell the size of r/run' <<<"$err")" = 1:1
echo '52428800 * 4096 / 10485760' >blocks
run --root r --size 700
check 'a former limit is told' grep -qx 'SystemMaxUse=500M' <<<"$out"
printf '[Journal]\nSystemMaxUse=9G\n' >r/etc/systemd/journald.conf.d/99-local.conf
run --root r --size 800
check 'a file that would win is refused' test "$status" -eq 3
check 'and nothing is written' grep -q 700M "$file"
mkdir -p r/usr/lib/systemd/journald.conf.d
mv r/etc/systemd/journald.conf.d/99-local.conf r/usr/lib/systemd/journald.conf.d/
sed -i s/System/Runtime/ r/usr/lib/systemd/journald.conf.d/99-local.conf
run --root r --size 800
check 'also one of a package, for the journal in memory' test "$status" -eq 3
ln -s /dev/null r/etc/systemd/journald.conf.d/99-local.conf
run --root r --size 800 --dry-run
check 'one that is masked wins over nothing' test "$status" -eq 0
rm -r r/usr r/etc/systemd/journald.conf.d/99-local.conf
mkdir -p r/lib/systemd/journald.conf.d
printf '[Journal]\n  SystemMaxUse = 9G\n' >r/lib/systemd/journald.conf.d/99-local.conf
run --root r --size 800
check 'and one with blanks around its sign, below /lib' test "$status:$(grep -c 'comes later' <<<"$err")" = 3:1
rm -r r/lib; : >r/etc/systemd/journald.conf.d/99-local.conf
rm r/etc/systemd/journald.conf.d/99-local.conf
: >.norestart
run --root r --size 800
check 'a restart that fails is a failure' test "$status" -eq 1
rm .norestart; echo failed >state
run --root r --size 900
check 'a journald that does not come up is a failure' test "$status" -eq 1
echo active >state; mkdir -p r/var/log/journal/{abc,abc.web,former}; echo abc >r/etc/machine-id
run --root r --size 900
check 'journals that the limit is not for are told' test "$(grep '^note' <<<"$out" | paste -sd '|')" = 'note: this limit is not for r/var/log/journal/abc.web/|note: this limit is not for r/var/log/journal/former/'
stub id <<<'echo 1000'
run --root r --size 901
check 'without root it is refused' test "$status" -eq 3
run --root r
check 'a size is needed' test "$status" -eq 2
run --root r --size 0
check 'a size of nothing is refused' test "$status" -eq 2
run --root r --size 15
check 'less than the least is refused' bash -c '[ "$1" = 2 ] && grep -q "16 is the least" <<<"$2"' _ "$status" "$err"
run --root r --size 16 --dry-run
check 'the least is taken' test "$status" -eq 0
run --root r --size 9999999 --dry-run
check 'so is the most' test "$status" -eq 0
run --root r --size 10000000 --dry-run
check 'more is refused' test "$status" -eq 2
run --root elsewhere --size 500 --dry-run
check 'a root without etc is refused' test "$status" -eq 3
run --root r --size '5; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
# equivalent mutant ab83b0ed: a start that nothing tells is no start since, the next line says so too
finish
