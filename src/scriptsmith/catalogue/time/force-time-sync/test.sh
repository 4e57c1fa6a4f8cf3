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
off() { [[ $status -eq 0 && $out == *"the clock is off by $1 ("* ]]; } # TEXT
run --max-step 040 --dry-run
check 'a leading zero makes no octal number' test "$status" -eq 3
tracking 1.000001000 slow Normal >tracking
run --max-step 1 --dry-run
check 'a step beyond the limit by a microsecond is refused' test "$status" -eq 3
tracking 0.009999000 slow Normal >tracking
run
check 'less than 10 ms is left to the time service' grep -q '^nothing to do' <<<"$out"
tracking 0.010000000 slow Normal >tracking
run --dry-run
check 'and no more than that' grep -q '^would step' <<<"$out"
echo 'System time : no idea' >tracking
run
check 'an answer that is not understood is refused' test "$status" -eq 3
tracking 40.500000000 slow Normal >tracking
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
rm tracking
# As `systemd-analyze timespan` writes them, which uses the same words.
while read -r words told; do
  status "+${words//_/ }" 5
  run --max-step 999999999 --dry-run
  check "an offset of $words is understood" off "$told"
done <<'ROWS'
80.25ms 80.250 ms
12.345ms 12.345 ms
1.5s 1500.000 ms
2min_3s 123000.000 ms
1h_1min 3660000.000 ms
2d_7h_33min_20s 200000000.000 ms
ROWS
for words in '2d 7h 33min 20s' '1w 1d' '3month 1w 1d 16h 30min' '' n/a; do
  status "+$words" 5
  run
  check "an offset of '$words' is not stepped through" test "$status" -eq 3
done
status +2.5s 0
run
check 'nor is one that was never measured' grep -q 'how far the clock is off cannot be told' <<<"$err"
check 'the service is not restarted then' test -z "$(calls '^systemctl')"
status +2.5s 5; : >"$STUB_LOG"; touch .fails
run
check 'a service that does not restart is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not be restarted" <<<"$2"' _ "$status" "$err"
rm .fails
stub systemctl <<<'sed -i "s/Offset: .*/Offset: +100ms/" sync'
run
check 'a clock that is still off by 100 ms is a failure' test "$status" -eq 1
check 'it waits for 20 seconds' test "$(calls '^sleep 1' | wc -l)" -eq 20
stub systemctl <<<'sed -i "s/Offset: .*/Offset: +12us/" sync'
status +2.5s 5
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
mkdir none
for tool in timeout sed date sleep; do ln -s "$(command -v "$tool")" none/; done
bash_=$(command -v bash)
check 'without a program of a time service it is refused' grep -q 'neither chronyc nor timedatectl' <<<"$(PATH=none "$bash_" "$SCRIPT" 2>&1)"
run --max-step 0
check 'no step at all is refused' test "$status" -eq 2
run --max-step '1; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
