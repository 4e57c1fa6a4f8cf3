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
  *' --flush '*) [ ! -e .deaf ] || exit 0; [ ! -e .noflush ] && mkdir -p r/var/log/journal/$(cat r/etc/machine-id) && touch r/var/log/journal/$(cat r/etc/machine-id)/system.journal ;;
esac
EOF

stub systemctl <<<'[ "$*" = "restart systemd-journald.service" ] && [ ! -e .norestart ]'
stub systemd-tmpfiles <<<'[ "$*" = "--root=r --create --prefix /var/log/journal" ] && [ -d r/var/log/journal/"$(cat r/etc/machine-id)" ] && [ ! -e .norights ]'
stub id <<<'echo 0'
stub df <<'EOF'
[ "$1" = -Pk ] || exit 1
[ -s free ] || { echo 'Filesystem     1024-blocks      Used Available Capacity Mounted on'; exit; }
printf 'Filesystem     1024-blocks      Used Available Capacity Mounted on\n/dev/vda1         20509264   9000000 %9s      47%% /\n' "$(cat free)"
EOF
echo ext2/ext3 >kind
stub stat <<<'[ "$*" = "-f -c %T -- r/var/log" ] || exit 1; cat kind'
echo 9000000 >free
mkdir -p r/run/systemd/journal && touch r/run/systemd/journal/flushed
mkdir -p r/etc/systemd r/var/log/journal/0123
echo 0123456789abcdef0123456789abcdef >r/etc/machine-id; touch r/var/log/journal/0123/system.journal
file=r/etc/systemd/journald.conf.d/60-persistent.conf
for kind in tmpfs ramfs; do
  echo $kind >kind
  run --root r
  check "what lies in memory is refused: $kind" test "$status:$(grep -c "lies in memory ($kind)" <<<"$err"):$(calls restart)" = 3:1:
done
rm kind; run --root r
check 'a file system that is not known is a failure' test "$status" -eq 1
echo xfs >kind
run --root r --dry-run
check 'a dry run shows the file' grep -qx 'Storage=persistent' <<<"$out"
check 'what is free is told' grep -qx 'free for it: 8789 MiB' <<<"$out"
check 'a dry run changes nothing' bash -c '[ ! -e "$1" ] && ! grep -q restart "$STUB_LOG"' _ "$file"
run --root r
check 'it succeeds' test "$status" -eq 0
check 'the file is written' test "$(cat "$file")" = $'[Journal]\nStorage=persistent'
check 'the rights are set before journald writes' test "$(calls '^(systemd-tmpfiles|systemctl)' | head -n 1)" = 'systemd-tmpfiles --root=r --create --prefix /var/log/journal'
check 'journald is restarted' calls '^systemctl restart systemd-journald.service$'
check 'what was in memory is moved' calls '^journalctl --flush$'
check 'it says so' grep -qx "set: the journal is kept in r/var/log/journal, by $file" <<<"$out"
check 'how it is undone is told' grep -qx "to undo it: delete $file, and restart systemd-journald" <<<"$out"
check 'it moves all, as at boot' test ! -e r/run/systemd/journal/flushed
: >"$STUB_LOG"
run --root r
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^nothing to change" <<<"$2"' _ "$status" "$out"
check 'and restarts nothing' test -z "$(calls restart)"
printf '[Journal]\nStorage=auto\n' >"$file"
run --root r
check 'a file that says something else is written anew' bash -c '[ "$1" -eq 0 ] && grep -qx Storage=persistent "$2"' _ "$status" "$file"
rm "$file"; mkdir -p "r/run/log/journal/$(cat r/etc/machine-id)"; touch "r/run/log/journal/$(cat r/etc/machine-id)/system.journal"
run --root r
check 'what stays in memory is a failure' test "$status" -eq 1
run --root r
check 'the second time, too' test "$status:$(grep -c 'in memory only' <<<"$err")" = 1:1
rm -r r/run/log
rm -r r/var/log/journal
run --root r
check 'a folder that makes journald write to disk has to go for the undo' grep -qx "to undo it: delete $file, move r/var/log/journal away, and restart systemd-journald" <<<"$out"
rm -r r/var/log/journal
: >.norights
run --root r
check 'rights that cannot be set are a failure' bash -c '[ "$1" -eq 1 ] && grep -q "rights of" <<<"$2"' _ "$status" "$err"
rm .norights; rm -r r/var/log/journal
: >.noflush
run --root r
check 'messages that cannot be moved are a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not move its messages" <<<"$2"' _ "$status" "$err"
: >.deaf
run --root r
check 'a journal that does not appear is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "there is no journal file" <<<"$2"' _ "$status" "$err"
: >.norestart
run --root r
check 'a restart that fails is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not be restarted" <<<"$2"' _ "$status" "$err"
echo 500000 >free
run --root r
check 'a full file system is refused' bash -c '[ "$1" -eq 3 ] && grep -q "only 488 MiB are free" <<<"$2"' _ "$status" "$err"
echo 1048575 >free
run --root r --dry-run
check 'a kilobyte less than 1 GiB is too little' test "$status" -eq 3
echo 1048576 >free
run --root r --dry-run
check '1 GiB is enough' test "$status" -eq 0
: >free
run --root r
check 'space that is not known is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not tell how much" <<<"$2"' _ "$status" "$err"
echo 9000000 >free
printf '[Journal]\nStorage=volatile\n' >r/etc/systemd/journald.conf.d/99-x.conf
run --root r
check 'a file that would win is refused' test "$status" -eq 3
rm r/etc/systemd/journald.conf.d/99-x.conf
mkdir -p r/usr/lib/systemd/journald.conf.d
printf '[Journal]\nStorage=volatile\n' >r/usr/lib/systemd/journald.conf.d/99-x.conf
run --root r
check 'also one of a package' test "$status" -eq 3
rm -r r/usr; mv r/etc/machine-id r/etc/id
run --root r
check 'a tree that is of no host is refused' test "$status" -eq 3
mv r/etc/id r/etc/machine-id
stub id <<<'echo 1000'
run --root r
check 'without root it is refused' test "$status" -eq 3
run --root nowhere
check 'a missing tree is refused' bash -c '[ "$1" -eq 3 ] && grep -q "no nowhere/etc" <<<"$2"' _ "$status" "$err"
mkdir -p half/etc && cp r/etc/machine-id half/etc
run --root half
check 'so is half of one' bash -c '[ "$1" -eq 3 ] && grep -q "no half/etc or half/var/log" <<<"$2"' _ "$status" "$err"
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
