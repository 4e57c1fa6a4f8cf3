#!/usr/bin/env bash
. "$HARNESS"

# A journalctl that knows the options used; TABLE holds what it prints.
stub journalctl <<'EOF'
for word; do
  case $word in
    --boot | --boot=* | --priority=* | --no-pager | --quiet | --output=* | --lines=* | --unit=* | --since=* | --until=* | --list-boots | --disk-usage | --verify | --flush | --header | --utc | --reverse | --namespace=+app) ;;
    *) echo "journalctl: unrecognized option '$word'" >&2; exit 1 ;;
  esac
done
if [ -e .hint ]; then cat .hint >&2; fi
if [ -e .broken ]; then echo 'Failed to open system journal: Permission denied' >&2; exit 1; fi
case " $* " in
  *' --since=never '*) echo 'Failed to parse timestamp: never' >&2; exit 1 ;;
  *' --unit='*) n=$(sed -n 's/.*--lines=\([0-9]*\).*/\1/p' <<<"$*"); tail -n "${n:-9999}" table ;;
  *) cat others ;;
esac
EOF

stub systemctl <<<'echo LoadState=not-found'
echo '2026-11-20T21:00:00+0000 web1 cron[5]: other' >others
for n in 1 2 3; do printf '2026-11-20T22:0%d:00+0000 web1 nginx[9]: line %d $(touch pwned)\n' "$n" "$n"; done >table
run --service nginx --since '2026-11-20 22:00' --until '2026-11-20 23:00'
check 'it succeeds' test "$status" -eq 0
check 'the lines are shown' grep -q 'nginx\[9\]: line 1 ' <<<"$out"
check 'they are counted' grep -qx '3 messages of nginx from 2026-11-20 22:00 until 2026-11-20 23:00' <<<"$out"
check 'the unit and both times reach journalctl' calls '^journalctl --unit=nginx --since=2026-11-20 22:00 --until=2026-11-20 23:00 '
check 'a journal that goes back so far needs no note' test "$(grep -c '^note' <<<"$out")" -eq 0
for lines in 5 2; do
  status=0
  out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" --service nginx --lines $lines </dev/null 2>/dev/null) | cat) || status=$?
  check "without room for a file it works, with $lines lines" test "$status:$(grep -c ': line' <<<"$out"):$(grep -cE '^(3 messages|the latest 2 messages)' <<<"$out")" = "0:$((lines > 3 ? 3 : lines)):1"
done
stub systemctl <<<'printf "Id=nginx.service\nLogNamespace=app\n"'
run --service nginx
check 'a unit with a journal of its own is asked for there, and in that of the host' test "$status:$(calls '^journalctl --namespace=[+]app --unit=nginx.service ' | wc -l)" = 0:1
stub systemctl <<<'echo LoadState=not-found'
run --service nginx --lines 2
check 'the latest lines are kept' bash -c 'grep -q "line 3" <<<"$1" && ! grep -q "line 1" <<<"$1"' _ "$out"
check 'that there are more is said' grep -q '^the latest 2 messages; there are more' <<<"$out"
check 'the last hour is the default' calls '--since=-1h --until=now '
: >table
run --service nowhere
check 'silence is no failure' test "$status" -eq 0
check 'and is said' grep -qx 'in the journal is nothing of nowhere from -1h until now; log files of its own are not looked at' <<<"$out"
check 'a unit that is not known is pointed out' grep -q '^note: systemd knows no unit nowhere' <<<"$out"
: >others
run --service nginx --since 23:00 --until 23:30
check 'a time of which nobody logged anything is refused, for it may be yet to come' test "$status:$out" = 3:
check 'and why is told' grep -q 'nobody at all logged anything from 23:00 until 23:30: without a date a time means today' <<<"$err"
run --service nginx --since never
check 'a time that is none is a failure' test "$status" -eq 1
stub systemctl <<<'printf "%s\n" Id=ssh.service LoadState=loaded Type=notify ConsistsOf=other.service'
run --service sshd
check 'the journal is asked for the unit, not for an alias of it' calls '^journalctl --unit=ssh.service --since=-1h '
stub systemctl <<<'printf "%s\n" Id=pg.service LoadState=loaded Type=oneshot "ConsistsOf=pg@a.service pg@b.service"'
run --service pg
check 'and of an umbrella for what belongs to it' calls '^journalctl --unit=pg.service --unit=pg@a.service --unit=pg@b.service '
run
check 'a service must be named' test "$status" -eq 2
run --service 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --service nginx --since '$(touch pwned)'
check 'a hostile time is refused' test "$status" -eq 2
run --service nginx --lines 0
check 'no lines are refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
rm -f .broken
echo 'Hint: You are currently not seeing messages from other users and the system.' >.hint
run --service nginx
check 'whoever sees only messages of their own is refused' bash -c '[ "$1" = 3 ] && grep -q "not shown to you" <<<"$2"' _ "$status" "$err"
echo 'No journal files were found.' >.hint
run --service nginx
check 'where there is no journal that is told' bash -c '[ "$1" = 3 ] && grep -q "no journal on this host" <<<"$2"' _ "$status" "$err"
rm .hint
finish
