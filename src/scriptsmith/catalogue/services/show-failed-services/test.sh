#!/usr/bin/env bash
. "$HARNESS"

# unit NAME PROPERTY=VALUE…: a unit that the systemctl of this test knows.
unit() {
  local dir=units/$1.service pair
  mkdir -p "$dir"
  [[ -e $dir/LoadState ]] || printf 'loaded\n' >"$dir/LoadState"
  for pair in "${@:2}"; do printf '%s\n' "${pair#*=}" >"$dir/${pair%%=*}"; done
}
stub systemctl <<'EOF'
dir=units/${!#}
case $1 in
  show)
    if [ "${!#}" = '*.service' ]; then [ ! -e mute ] || exit 1; cat services; exit; fi
    [ -d "$dir" ] || { echo LoadState=not-found; exit 0; }
    for word; do
      case $word in
        --property=*) printf '%s=%s\n' "${word#*=}" "$(cat "$dir/${word#*=}" 2>/dev/null)" ;;
      esac
    done
    ;;
  list-units) cat failed ;;
esac
EOF
stub journalctl <<'EOF'
for word; do
  case $word in --unit=*) printf 'log of %s\n' "${word#*=}" ;; esac
done
EOF

unit web Description='Web = server' Result=exit-code ExecMainStatus=203 InactiveEnterTimestamp='Mon 2024-01-01 00:00:00 UTC' NRestarts=5
unit mount-data Result=timeout
printf '%s\n' 'web.service loaded failed failed Web server' 'mount-data.service loaded failed failed Data' >failed
cp -r units before
printf 'Id=ssh.service\nNRestarts=0\nActiveState=active\nActiveEnterTimestamp=Mon\n\nId=web.service\nNRestarts=5\nActiveState=failed\nActiveEnterTimestamp=\n' >services

run
check 'it succeeds' test "$status" -eq 0
check 'a service that just runs, or has failed for good, was not started again' test "$(grep -c 'started again' <<<"$out")" -eq 0
check 'the units are counted' grep -q '^failed units: 2$' <<<"$out"
check 'a unit is named with its description' grep -q '^web.service (Web = server)$' <<<"$out"
check 'its reason is told' grep -q 'result exit-code, exit status 203, automatic restarts 5, since Mon' <<<"$out"
check 'the other unit is named' grep -q '^mount-data.service ' <<<"$out"
check 'its log is shown' grep -q '| log of web.service' <<<"$out"
check 'with so many lines' calls '^journalctl --unit=web.service --lines=5 '
check 'only failed units are asked for' calls '^systemctl list-units --state=failed,auto-restart,auto-restart-queued '
printf 'web.service loaded activating auto-restart Web server\n' >failed
run
check 'one in a crash loop is told' bash -c 'grep -qx "failed units: 0" <<<"$1" && grep -qx "services that died and wait for their next start: 1" <<<"$1" && grep -q "^web.service (" <<<"$1"' _ "$out"
printf '%s\n' 'web.service loaded failed failed Web server' 'mount-data.service loaded failed failed Data' >failed
check 'it changes nothing' diff -r before units
check 'it calls nothing but reading verbs' test -z "$(calls '^systemctl' | grep -Ev '^systemctl (show|list-units) ')"

: >"$STUB_LOG"
run --lines 0
check 'without log lines it succeeds' test "$status" -eq 0
check 'and reads no log' test -z "$(calls '^journalctl')"

: >failed
run
check 'a sound host succeeds' test "$status" -eq 0
check 'and is said to be sound' test "$out" = 'no failed units'
printf '\nId=shaky.service\nNRestarts=57\nActiveState=active\nActiveEnterTimestamp=Mon 2024-01-01 00:00:00 UTC\n' >>services
run
check 'one that runs between two crashes is told' test "$status:$out" = '0:started again by systemd after it ended: shaky.service, 57 times, runs since Mon 2024-01-01 00:00:00 UTC
no failed units'
printf '\nId=slow.service\nNRestarts=7\nActiveState=activating\nActiveEnterTimestamp=\n\nId=first.service\nNRestarts=0\nActiveState=activating\nActiveEnterTimestamp=\n\nId=loop.service\nNRestarts=3\nActiveState=activating\nActiveEnterTimestamp=\n' >>services
unit slow Description=Slow Result=success ExecMainStatus=0 InactiveEnterTimestamp='Tue 2024-01-02 00:00:00 UTC' NRestarts=7 SubState=start-pre
unit loop Result=exit-code NRestarts=3 SubState=auto-restart
printf 'loop.service loaded activating auto-restart Loop\n' >failed
run
check 'one in a crash loop that is just being started is told' test "$status:$(grep -cx 'failed units: 0' <<<"$out"):$(grep -cx 'services that died and are just being started again, or stopped: 1' <<<"$out"):$(grep -c '^slow.service (Slow)$' <<<"$out"):$(grep -c 'log of slow.service' <<<"$out")" = 0:1:1:1:1
check 'and not with the result of the start that is under way' grep -qx '  result not known yet (start-pre), exit status not known yet, automatic restarts 7, since Tue .*' <<<"$out"
check 'with so many lines that what it said before the new start is among them' test "$(calls '^journalctl --unit=slow.service ' | tail -n 1 | cut -d' ' -f3):$(calls '^journalctl --unit=loop.service ' | tail -n 1 | cut -d' ' -f3)" = --lines=10:--lines=5
check 'one that waits is told once, and its first start is no loop' test "$(grep -c '^loop.service ' <<<"$out"):$(grep -c first <<<"$out")" = 1:0
sed -i 's/^ActiveState=activating/ActiveState=deactivating/' services
run
check 'one that is being stopped after its start too' grep -qx 'services that died and are just being started again, or stopped: 1' <<<"$out"
: >failed
touch mute
run
check 'services that cannot be looked at are a failure' test "$status:$out" = 1:
rm mute
rm failed
run
check 'a systemd that does not answer is refused' test "$status" -eq 3
run --lines 'x; touch pwned'
check 'a bad number is refused' test "$status" -eq 2
run --restart
check 'an unknown argument is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
