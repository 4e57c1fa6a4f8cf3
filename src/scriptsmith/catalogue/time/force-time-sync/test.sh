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
  '-n sources') printf 'MS Name/IP address         Stratum Poll Reach LastRx Last sample\n===============================================================================\n%s 192.0.2.1                     2   6   377    21   -21us[  -26us] +/-   11ms\n' "$selected" ;;
  'burst 4/4') [ ! -e .shut ] || { echo '501 Not authorised'; exit 1; }; echo 'burst' >>bursts
    [ -e .deaf ] || [ "$(wc -l <bursts)" -lt "$(cat needed)" ] || { date +%s.%N >asked; sed -i "s/^Ref time.*/Ref time (UTC)  : $(cat asked)/" tracking; [ ! -e found ] || sed -i "s/^System time.*/System time     : $(cat found) seconds slow of NTP time/" tracking; }; echo '200 OK' ;;
  '-n activity') printf '200 OK\n1 sources online\n0 sources offline\n%d sources doing burst (return to online)\n0 sources doing burst (return to offline)\n' "$(cat busy)"; echo 0 >busy ;;
  makestep) [ ! -e .fails ] || { echo '501 Not authorised'; exit 1; }; [ -e .ignored ] || tracking 0.000001 slow Normal >tracking; echo '200 OK' ;;
  *) exit 1 ;;
esac
EOF
shown() { printf 'Timezone=%s\nLocalRTC=no\nCanNTP=%s\nNTP=%s\nNTPSynchronized=%s\nTimeUSec=Sat 2026-11-21 19:00:00 UTC\nRTCTimeUSec=Sat 2026-11-21 19:00:00 UTC\n' "$@" >shown; }
selected='^*'
export selected
tracking() { printf "Reference ID    : C0000201 (192.0.2.1)\nStratum         : 3\nRef time (UTC)  : $(cat asked)\n"; printf 'System time     : %s seconds %s of NTP time\nLast offset     : -0.000000516 seconds\nRoot dispersion : 0.000301 seconds\nLeap status     : %s\n' "$@"; }
export -f tracking
status() { printf '       Server: 192.0.2.9 (ntp.example.org)\nPoll interval: 34min 8s (min: 32s; max 34min 8s)\n         Leap: normal\n      Stratum: 2\n       Offset: %s\n        Delay: 24.1ms\n Packet count: %s\n' "$@" >sync; }
shown Etc/UTC yes yes yes

echo then >asked; echo 1 >needed; echo 3 >busy; : >bursts
stub systemctl <<<'[ "$*" = "restart systemd-timesyncd.service" ] && [ ! -e .fails ] && { [ -e .ignored ] || sed -i "s/Offset: .*/Offset: +12us/" sync; }'
tracking 40.500000000 slow Normal >tracking
run --dry-run
check 'a dry run says what it would do' grep -qx 'would step the clock through chrony' <<<"$out"
check 'how far it is off is told' grep -qx 'the clock is off by 40500.000 ms (chrony)' <<<"$out"
check 'a dry run steps nothing' test -z "$(calls makestep)"
check 'its servers are asked anew' test "$(calls '^chronyc burst 4/4$' | wc -l):$(calls '^chronyc -n activity$' | wc -l)" = 1:2
tracking 0.000002000 slow Normal >tracking
echo 240.000000000 >found; echo 2 >needed; : >bursts
run --dry-run
check 'what they say now counts, not what was measured before the host slept' grep -qx 'the clock is off by 240000.000 ms (chrony)' <<<"$out"
check 'they are asked again where the first answers do not suffice' test "$(wc -l <bursts)" -eq 2
touch .deaf; : >bursts; : >"$STUB_LOG"
run
check 'servers that do not answer are told' bash -c '[ "$1" = 3 ] && grep -q "servers of chrony do not answer, or it follows a clock of the hypervisor" <<<"$2"' _ "$status" "$err"
check 'after three times, and nothing is stepped' test "$(wc -l <bursts):$(calls makestep)" = 3:
rm .deaf found; echo 1 >needed; touch .shut
run
check 'so is a chrony that may not ask them' test "$status" -eq 3
rm .shut
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
selected='^?'; tracking 40.500000000 slow Normal >tracking
run
check 'so is one that follows none of its servers' test "$status" -eq 3
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
status +1.2ms 5
run
check 'nor is a small one of the last look taken for the present' bash -c '[ "$1" -eq 3 ] && grep -q "at its last look" <<<"$2"' _ "$status" "$err"
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
selected='^*'; tracking 40.500000000 slow Normal >tracking; : >bursts
run --dry-run
check 'without root a dry run tells what was measured last' bash -c '[ "$1" = 0 ] && grep -q "^note: this is what was measured last" <<<"$2" && [ ! -s bursts ]' _ "$status" "$out"
run
check 'and nothing else' bash -c '[ "$1" = 3 ] && grep -q "must run as root" <<<"$2"' _ "$status" "$err"
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
