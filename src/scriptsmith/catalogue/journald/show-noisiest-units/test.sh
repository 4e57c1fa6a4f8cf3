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
  *' --output=short-unix '*) cat first 2>/dev/null ;;
  *' --since=-60min --lines=200000 '*) cat table ;;
  *) exit 0 ;;
esac
EOF

cat >table <<'EOF'
2026-11-21T10:00:00+0000 web1 app[812]: GET /a: 200
2026-11-21T10:00:01+0000 web1 app[812]: GET /b: 200
                         more of it: x
2026-11-21T10:00:02+00:00 web1 app[813]: $(touch pwned)
2026-11-21T10:00:03+0000 web1 kernel: eth0: link up
2026-11-21T10:00:04+0000 web1 systemd-journald[200]: Suppressed 950 messages from app.service
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'the noisiest comes first' grep -Eqx ' +3 +60\.0%  app' <<<"$(sed -n 2p <<<"$out")"
check 'the kernel is a program' grep -Eqx ' +1 +20\.0%  kernel' <<<"$out"
check 'they are summed' grep -qx '5 lines in 60 minutes, 0 a minute' <<<"$out"
check 'an example is shown' grep -qF 'for example: 2026-11-21T10:00:02+00:00 web1 app[813]: $(touch pwned)' <<<"$out"
check 'what was dropped is told' grep -Eqx ' +1 Suppressed 950 messages from app.service' <<<"$out"
printf '%s.000001 web1 app: first\n' "$(($(date +%s) - 150))" >first
run
check 'a journal that begins later is told' grep -Eqx 'note: the journal begins at [0-9-]+ [0-9:]+ only, 2 minutes ago' <<<"$out"
check 'and the rate is over what it holds' grep -qx '5 lines in 2 minutes, 2 a minute' <<<"$out"
printf '%s.000001 web1 app: first\n' "$(($(date +%s) - 3600))" >first
run
check 'one that goes back so far is not' bash -c '! grep -q ^note <<<"$1" && grep -q "^5 lines in 60 minutes" <<<"$1"' _ "$out"
cp table whole
{ cat whole && for ((n = 0; n < 199995; n++)); do echo '2026-11-21T10:00:05+0000 web1 -: no name'; done; } >table
run
check 'a list that is cut has no rate' bash -c 'grep -q "^(only the latest 200000 lines" <<<"$1" && grep -qx "[0-9]* lines counted, of the time since 2026-11-21T10:00:00+0000" <<<"$1" && ! grep -q "a minute" <<<"$1"' _ "$out"
status=0
out=$( (trap '' XFSZ; ulimit -f 0; bash "$SCRIPT" </dev/null 2>&1) | cat) || status=$?
check 'without room for a file it works' test "$status:$(grep -c '^for example: ' <<<"$out")" = 0:1
mv whole table
run --limit 1
check 'the count limits the list' test "$(grep -c '%' <<<"$out")" -eq 1
run --minutes 030
check 'the time can be chosen' calls '--since=-30min '
check 'silence is no failure' bash -c '[ "$1" = 0 ] && [ "$2" = "nothing was logged in the last 30 minutes" ]' _ "$status" "$out"
: >.broken
run
check 'a journal that cannot be read is refused' test "$status" -eq 3
run --minutes 0
check 'no time is refused' test "$status" -eq 2
run --limit 0
check 'a count of 0 is refused' test "$status" -eq 2
run --minutes '1; touch pwned'
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
