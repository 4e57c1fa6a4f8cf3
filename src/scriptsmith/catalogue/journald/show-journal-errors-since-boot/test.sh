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
  *' --output=short-unix '*) cat first ;;
  *) cat table ;;
esac
EOF

# Up for ten days, with a journal from the beginning.
stub ps <<<'echo "  864000"'
printf '%s.000001 web1 kernel: Linux version\n' "$(($(date +%s) - 863990))" >first
cat >table <<'EOF'
2026-11-21T10:00:00+0000 web1 kernel: nvme0: I/O error: dev sda
2026-11-21T10:00:01+0000 web1 app[812]: cannot reach database: timeout
                         second line of it
2026-11-21T10:00:02+00:00 web1 app[813]: cannot reach database
2026-11-21T10:00:03+0000 web1 systemd[1]: Failed to start $(touch pwned)
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'they are counted' grep -qx '4 messages of priority err or worse since boot, by source:' <<<"$out"
check 'the most frequent source comes first' grep -Eqx ' +2  app' <<<"$(sed -n 2p <<<"$out")"
check 'the kernel is a source' grep -Eqx ' +1  kernel' <<<"$out"
check 'the latest lines are shown' grep -q 'Failed to start' <<<"$(tail -n 1 <<<"$out")"
check 'this boot and errors are asked for' calls '^journalctl --boot --priority=err '
check 'that errors without a priority are not among them is told' grep -q '^note: what programs write' <<<"$out"
status=0
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" </dev/null 2>/dev/null) | cat) || status=$?
check 'without room for a file it works' test "$status:$(grep -c '^4 messages of priority err' <<<"$out"):$(tail -n 1 <<<"$out" | grep -c 'Failed to start')" = 0:1:1
run --lines 1 --priority warning
check 'the number of lines can be chosen' test "$(grep -c 'cannot reach' <<<"$out")" -eq 0
check 'the priority can be chosen' calls '--priority=warning '
: >table
run
check 'no errors are no failure' bash -c '[ "$1" = 0 ] && [ "$2" = "nothing of priority err or worse since boot" ]' _ "$status" "$(head -n 1 <<<"$out")"
check 'that programs log errors without a priority is told' grep -q '^note: what programs write to their output has priority info' <<<"$out"
printf '%s.000001 web1 app: first\n' "$(($(date +%s) - 86400))" >first
run
check 'a journal that begins after the boot is told' grep -Eqx 'nothing of priority err or worse since 20[0-9-]+ [0-9:]+, where the journal begins, and NOT SINCE BOOT' <<<"$out"
printf '%s.000001 web1 app: first\n' "$(($(date +%s) - 861000))" >first
stub ps <<<'exit 1'
run
check 'a ps that does not answer is a failed precondition' test "$status" -eq 3
stub ps <<<'echo "  864000"'
echo '-- No entries --' >table
run
check 'nor is the word for it' grep -q '^nothing of priority' <<<"$out"
: >.broken
run
check 'a journal that cannot be read is refused' test "$status" -eq 3
run --priority debug
check 'another priority is refused' test "$status" -eq 2
run --lines 0
check 'no lines are refused' test "$status" -eq 2
run --priority 'err; touch pwned'
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
