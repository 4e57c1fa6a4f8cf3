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
if [ -e .hint ]; then cat .hint >&2; fi
if [ -e .broken ]; then echo 'Failed to open system journal: Permission denied' >&2; exit 1; fi
case " $* " in
  *' --list-boots '*) cat boots ;;
  *' --boot=-1 '*) tail -n "$(sed -n 's/.*--lines=\([0-9]*\).*/\1/p' < <(echo "$*"))" old ;;
  *' --boot=-2 '*) ;;
esac
EOF

cat >boots <<'EOF'
IDX BOOT ID                          FIRST ENTRY                 LAST ENTRY
 -2 0123456789abcdef0123456789abcdef Tue 2026-11-17 10:00:00 UTC Wed 2026-11-18 10:00:00 UTC
 -1 1123456789abcdef0123456789abcdef Wed 2026-11-18 10:01:00 UTC Fri 2026-11-20 10:00:00 UTC
  0 2123456789abcdef0123456789abcdef Fri 2026-11-20 10:01:00 UTC Sat 2026-11-21 10:00:00 UTC
EOF
cat >old <<'EOF'
2026-11-20T09:59:57+0000 web1 app[5]: first $(touch pwned)
2026-11-20T09:59:58+0000 web1 systemd[1]: Reached target reboot.target - System Reboot.
2026-11-20T09:59:59+0000 web1 systemd-journald[300]: Journal stopped
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'the last lines are shown' grep -q 'Journal stopped$' <<<"$out"
check 'the boots are listed' grep -q '^ -1 1123' <<<"$out"
check 'an orderly end is told' grep -qx 'it ended: with an orderly shutdown' <<<"$out"
check 'the boot before is asked for' calls '^journalctl --boot=-1 --lines=100 '
status=0
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" </dev/null 2>/dev/null) | cat) || status=$?
check 'without room for a file it is told as well' test "$status:$(tail -n 1 <<<"$out")" = '0:it ended: with an orderly shutdown'
sed -i 2,3d old
run --lines 1
check 'an abrupt end is told' grep -q '^it ended: ABRUPTLY' <<<"$out"
echo '2026-11-20T09:59:59+0000 web1 kernel: Kernel panic - not syncing: Fatal exception' >>old
run
check 'a panic is told' grep -q 'KERNEL PANIC' <<<"$out"
printf '2026-11-20T09:59:59+0000 web1 %s\n' 'systemd[812]: Reached target shutdown.target - Shutdown.' 'systemd-journald[300]: Journal stopped' \
  'systemd-journald[301]: Journal started' 'app[5]: Kernel panic in a text' 'app[5]: last' >old
run
check 'a logout, a restart of journald and a text are no end' grep -q '^it ended: ABRUPTLY' <<<"$out"
stop='Stopping Flush Journal to Persistent Storage...' start='Finished systemd-journal-flush.service - Flush Journal to Persistent Storage.'
printf '2026-11-20T09:59:59+0000 web1 systemd[%s]: %s\n' 1 "$start" 1 'Stopped target Local File Systems.' 1 "$stop" 1 'Unmounted /boot.' >old
run
check 'where /var is unmounted before the end, the stop of the flush is an orderly one' grep -qx 'it ended: with an orderly shutdown' <<<"$out"
printf '2026-11-20T09:59:59+0000 web1 systemd[%s]: %s\n' 1 "$stop" 1 'Stopped Journal Service.' 1 'Started Journal Service.' 1 'Started x.' 9 "$stop" >old
run
check 'that at a restart of journald is not' grep -q '^it ended: ABRUPTLY .* reboot --force' <<<"$out"
printf '2026-11-20T09:59:59+0000 web1 systemd[%s]: %s\n' 1 "$stop" 1 "$start" 1 'Started x.' >old
run
check 'nor a flush that came after' grep -q '^it ended: ABRUPTLY' <<<"$out"
run --boots-ago 2
check 'a boot without lines is a failure' test "$status" -eq 1
run --boots-ago 3
check 'a boot that is not known is refused' test "$status" -eq 3
check 'with a hint' grep -q 'is it persistent' <<<"$err"
: >.broken
run
check 'a journal that cannot be read is refused' test "$status" -eq 3
run --boots-ago 0
check 'this boot is no earlier one' test "$status" -eq 2
run --boots-ago -1
check 'a negative number is refused' test "$status" -eq 2
run --lines 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
rm -f .broken
echo 'Hint: You are currently not seeing messages from other users and the system.' >.hint
run
check 'whoever sees only messages of their own is refused' bash -c '[ "$1" = 3 ] && grep -q "not shown to you" <<<"$2"' _ "$status" "$err"
echo 'No journal files were found.' >.hint
run
check 'where there is no journal that is told' bash -c '[ "$1" = 3 ] && grep -q "no journal on this host" <<<"$2"' _ "$status" "$err"
rm .hint
finish
