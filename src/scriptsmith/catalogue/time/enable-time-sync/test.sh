#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant 8ac74cf5: no number is below 0, in whatever base it is read

stub id <<<'echo 0'
stub sleep </dev/null
stub timedatectl <<'EOF'
case $* in
  show) [ ! -e .nobus ] || { echo 'System has not been booted with systemd as init system (PID 1).' >&2; exit 1; }; cat shown ;;
  'show --property='*) [ ! -e .nobus ] || { echo 'System has not been booted with systemd as init system (PID 1).' >&2; exit 1; }; sed -n "s/^${2#--property=}=/&/p" shown ;;
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
  '-n sources') [ ! -e lonely ] || { printf 'MS Name/IP address         Stratum Poll Reach LastRx Last sample\n===============================================================================\n^? 192.0.2.1                     2   6     0   21h   -21us[  -26us] +/-   11ms\n'; exit; }; printf 'MS Name/IP address         Stratum Poll Reach LastRx Last sample\n===============================================================================\n^* 192.0.2.1                     2   6   377    21   -21us[  -26us] +/-   11ms\n' ;;
  makestep) [ ! -e .fails ] || { echo '501 Not authorised'; exit 1; }; [ -e .ignored ] || tracking 0.000001 slow Normal >tracking; echo '200 OK' ;;
  *) exit 1 ;;
esac
EOF
# The unit that runs is named in the file running; one that is to come up at boot, in the file boots.
stub systemctl <<'EOF'
case $* in
  'is-active --quiet -- '*) [ "$(cat running 2>/dev/null)" = "$4" ] || exit 3 ;;
  'is-enabled -- '*) [ ! -e runtime ] || { echo enabled-runtime; exit; }; if grep -qx "$3" boots 2>/dev/null; then echo enabled; else echo disabled; exit 1; fi ;;
  'enable --quiet -- '*) [ ! -e .fails ] || { echo 'Failed to enable unit' >&2; exit 1; }; [ -e .ignored ] || echo "$4" >boots ;;
  *) exit 1 ;;
esac
EOF
shown() { printf 'Timezone=%s\nLocalRTC=no\nCanNTP=%s\nNTP=%s\nNTPSynchronized=%s\nTimeUSec=Sat 2026-11-21 19:00:00 UTC\nRTCTimeUSec=Sat 2026-11-21 19:00:00 UTC\n' "$@" >shown; }
tracking() { printf 'Reference ID    : C0000201 (192.0.2.1)\nStratum         : 3\nRef time (UTC)  : Sat Nov 21 19:00:00 2026\nSystem time     : %s seconds %s of NTP time\nLast offset     : -0.000000516 seconds\nRoot dispersion : 0.000301 seconds\nLeap status     : %s\n' "$@"; }
export -f tracking
status() { printf '       Server: 192.0.2.9 (ntp.example.org)\nPoll interval: 34min 8s (min: 32s; max 34min 8s)\n         Leap: normal\n      Stratum: 2\n       Offset: %s\n        Delay: 24.1ms\n Packet count: %s\n' "$@" >sync; }
shown Etc/UTC yes yes yes

shown Etc/UTC yes no no
stub sleep <<<'n=$(cat turns 2>/dev/null || echo 0); echo $((n + 1)) >turns; [ "$n" -lt 2 ] || sed -i s/^NTPSynchronized=.*/NTPSynchronized=yes/ shown'
run --dry-run
check 'a dry run says what it would do' grep -qx 'would turn on: time synchronisation' <<<"$out"
check 'a dry run changes nothing' grep -qx NTP=no shown
run
check 'it succeeds' test "$status" -eq 0
check 'it is on' grep -qx NTP=yes shown
check 'the way back is told' grep -qx 'undo: timedatectl set-ntp false' <<<"$out"
check 'it waits for the clock' grep -qx 3 turns
check 'it says so' grep -qx synchronised <<<"$out"
: >"$STUB_LOG"
run
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^nothing to change" <<<"$2" && ! grep -q set-ntp "$STUB_LOG"' _ "$status" "$out"
stub sleep </dev/null
shown Etc/UTC yes yes no
run --timeout 2
check 'one that reaches no server is a failure' bash -c '[ "$1" = 1 ] && grep -q "after 2 s" <<<"$2"' _ "$status" "$err"
check 'and is not turned on again' test -z "$(calls set-ntp)"
check 'it waits as long as was asked' test "$(calls '^sleep 1$' | wc -l)" -eq 2
: >"$STUB_LOG"
run --timeout 010
check 'ten is ten with a nought before it too' test "$(calls '^sleep 1$' | wc -l):$(grep -c 'after 10 s' <<<"$err")" = 10:1
run --dry-run
check 'a dry run says that it would only wait' grep -qx 'would wait: it is on already' <<<"$out"
for timeout in 0 600; do
  run --timeout "$timeout" --dry-run
  check "$timeout s may be waited" test "$status" -eq 0
done
shown Etc/UTC yes no yes
run --dry-run
check 'a flag of before it was switched off is not taken for it' grep -qx 'would turn on: time synchronisation' <<<"$out"
shown Etc/UTC yes no no; : >.ignored
run
check 'one that stays off is a failure' test "$status" -eq 1
: >.fails
run
check 'one that cannot be turned on too' test "$status" -eq 1
rm -f .fails .ignored; shown Etc/UTC yes yes yes; echo chronyd.service >running
run --dry-run
check 'a dry run says that one that only runs would be enabled' test "$status:$(tail -n 1 <<<"$out"):$(cat boots 2>/dev/null)" = '0:would enable for every boot: chronyd.service:'
for fault in fails ignored; do
  touch .$fault; run; rm .$fault
  check "one that cannot be enabled is a failure: $fault" bash -c '[ "$1" = 1 ] && grep -q "enabled for every boot" <<<"$2"' _ "$status" "$err"
done
run
check 'one that runs, and would not after a boot, is enabled' test "$status:$(cat boots):$(grep -cx 'enabled for every boot: chronyd.service' <<<"$out")" = 0:chronyd.service:1
check 'with the way back of that' grep -qx 'undo of that: systemctl disable chronyd.service' <<<"$out"
run
check 'once' test "$status:$(grep -c '^nothing to change' <<<"$out"):$(calls '^systemctl enable' | wc -l)" = 0:1:3
touch runtime; run --dry-run; rm runtime
check 'until the next boot is not for every boot' grep -qx 'would enable for every boot: chronyd.service' <<<"$out"
rm running boots; run
check 'of a service that is not known nothing is claimed' test "$status:$(grep -c '^note: which service it is' <<<"$out")" = 0:1
tracking 0.000000000 slow 'Not synchronised' >tracking
run --timeout 2
check 'a flag of before is not believed when chrony says otherwise' test "$status" -eq 1
shown Etc/UTC yes yes no; tracking 0.000001000 slow Normal >tracking
run
check 'a chrony that leaves the flag alone counts' test "$status" -eq 0
touch lonely; run --timeout 2
check 'not one whose sources answer no more' test "$status" -eq 1
rm lonely
rm tracking; shown Etc/UTC yes yes yes; status +12us 0
run --timeout 2
check 'nor is it believed before an answer came' test "$status" -eq 1
status +12us 5; echo systemd-timesyncd.service | tee running >boots; run; rm running boots
check 'of timesyncd it is told that its answer may be old' grep -qx 'nothing to change: it is on, and the clock is synchronised, by an answer that may be hours old' <<<"$out"
rm sync
shown Etc/UTC no no no
run
check 'a host without a time service is refused' test "$status:$(grep -c 'no time service is installed' <<<"$err")" = 3:1
: >.nobus
run
check 'so is one where nobody answers' test "$status:$(grep -c 'timedatectl does not answer' <<<"$err")" = 3:1
rm .nobus
shown Etc/UTC yes no no
stub id <<<'echo 1000'
run
check 'without root it is refused' test "$status" -eq 3
run --timeout 601
check 'too long a wait is refused' test "$status" -eq 2
run --timeout 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
