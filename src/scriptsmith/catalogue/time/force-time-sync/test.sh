#!/usr/bin/env bash
. "$HARNESS"

stub id <<<'echo 0'
stub sleep </dev/null
stub timedatectl <<'EOF'
case $* in
  show) [ ! -e .nobus ] || { echo 'System has not been booted with systemd as init system (PID 1).' >&2; exit 1; }; cat shown ;;
  'show --property='*) sed -n "s/^${2#--property=}=/&/p" shown ;;
  timesync-status) [ -e sync ] || { echo 'Failed to query server: Unit dbus-org.freedesktop.timesync1.service not found.' >&2; exit 1; }; cat sync ;;
  'set-timezone -- '*) [ ! -e .fails ] || exit 1; [ -e .ignored ] || sed -i "s,^Timezone=.*,Timezone=$3," shown ;;
  'set-ntp true') [ ! -e .fails ] || exit 1; [ -e .ignored ] || sed -i "s/^NTP=.*/NTP=yes/" shown ;;
  *) echo "Unknown command verb $1." >&2; exit 1 ;;
esac
EOF
stub chronyc <<'EOF'
[ -e tracking ] || { echo '506 Cannot talk to daemon' >&2; exit 1; }
case $* in
  '-n tracking') cat tracking ;;
  '-n sources') printf 'MS Name/IP address         Stratum Poll Reach LastRx Last sample\n===============================================================================\n^* 192.0.2.1                     2   6   377    21   -21us[  -26us] +/-   11ms\n' ;;
  makestep) [ ! -e .fails ] || { echo '501 Not authorised'; exit 1; }; [ -e .ignored ] || tracking 0.000001 slow Normal >tracking; echo '200 OK' ;;
  *) exit 1 ;;
esac
EOF
shown() { printf 'Timezone=%s\nLocalRTC=no\nCanNTP=%s\nNTP=%s\nNTPSynchronized=%s\nTimeUSec=Sat 2026-11-21 19:00:00 UTC\nRTCTimeUSec=Sat 2026-11-21 19:00:00 UTC\n' "$@" >shown; }
tracking() { printf 'Reference ID    : C0000201 (192.0.2.1)\nStratum         : 3\nRef time (UTC)  : Sat Nov 21 19:00:00 2026\nSystem time     : %s seconds %s of NTP time\nLast offset     : -0.000000516 seconds\nRoot dispersion : 0.000301 seconds\nLeap status     : %s\n' "$@"; }
export -f tracking
status() { printf '       Server: 192.0.2.9 (ntp.example.org)\nPoll interval: 34min 8s (min: 32s; max 34min 8s)\n         Leap: normal\n      Stratum: 2\n       Offset: %s\n        Delay: 24.1ms\n Packet count: %s\n' "$@" >sync; }
shown Etc/UTC yes yes yes

stub systemctl <<<'[ "$*" = "restart systemd-timesyncd.service" ] && [ ! -e .fails ] && { [ -e .ignored ] || sed -i "s/Offset: .*/Offset: +12us/" sync; }'
tracking 40.500000000 slow Normal >tracking
run --dry-run
check 'a dry run says what it would do' grep -qx 'would step the clock through chrony' <<<"$out"
check 'how far it is off is told' grep -qx 'the clock is off by 40500.000 ms (chrony)' <<<"$out"
check 'a dry run steps nothing' test -z "$(calls makestep)"
run --max-step 30
check 'too large a step is refused' test "$status" -eq 3
check 'and not taken' test -z "$(calls makestep)"
: >.ignored
run
check 'a step that does not take is a failure' test "$status" -eq 1
rm .ignored; : >.fails
run
check 'one that is not allowed too' test "$status" -eq 1
rm .fails
run
check 'it succeeds' test "$status" -eq 0
check 'the clock is right' grep -qx 'corrected: the clock is off by 0.001 ms' <<<"$out"
: >"$STUB_LOG"
run
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^nothing to do" <<<"$2" && ! grep -q makestep "$STUB_LOG"' _ "$status" "$out"
tracking 0.000000000 slow 'Not synchronised' >tracking
run
check 'a chrony that knows no time is refused' test "$status" -eq 3
rm tracking; status +2.5s 5
run
check 'timesyncd is restarted' calls '^systemctl restart systemd-timesyncd.service$'
check 'and the clock is right' grep -qx 'corrected: the clock is off by 0.012 ms' <<<"$out"
rm sync
run
check 'without a time service it is refused' test "$status" -eq 3
status +2.5s 5
stub id <<<'echo 1000'
run
check 'without root it is refused' test "$status" -eq 3
run --max-step 0
check 'no step at all is refused' test "$status" -eq 2
run --max-step '1; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
