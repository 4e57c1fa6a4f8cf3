#!/usr/bin/env bash
. "$HARNESS"

stub id <<<'echo 0'
stub sleep </dev/null
stub timedatectl <<'EOF'
case $* in
  show) [ ! -e .nobus ] || { echo 'System has not been booted with systemd as init system (PID 1).' >&2; exit 1; }; cat shown ;;
  'show --property='*) sed -n "s/^${2#--property=}=/&/p" shown ;;
  'show-timesync --property=NTPMessage --property=PollIntervalMaxUSec') cat answer ;;
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
  makestep) [ ! -e .fails ] || { echo '501 Not authorised'; exit 1; }; [ -e .ignored ] || tracking 0.000001 slow Normal >tracking; echo '200 OK' ;;
  *) exit 1 ;;
esac
EOF
shown() { printf 'Timezone=%s\nLocalRTC=no\nCanNTP=%s\nNTP=%s\nNTPSynchronized=%s\nTimeUSec=Sat 2026-11-21 19:00:00 UTC\nRTCTimeUSec=Sat 2026-11-21 19:00:00 UTC\n' "$@" >shown; }
selected='^*'
export selected
tracking() { printf 'Reference ID    : C0000201 (192.0.2.1)\nStratum         : 3\nRef time (UTC)  : Sat Nov 21 19:00:00 2026\nSystem time     : %s seconds %s of NTP time\nLast offset     : -0.000000516 seconds\nRoot dispersion : 0.000301 seconds\nLeap status     : %s\n' "$@"; }
export -f tracking
status() { printf '       Server: 192.0.2.9 (ntp.example.org)\nPoll interval: 34min 8s (min: 32s; max 34min 8s)\n         Leap: normal\n      Stratum: 2\n       Offset: %s\n        Delay: 24.1ms\n Packet count: %s\n' "$@" >sync; }
shown Etc/UTC yes yes yes

answered() { # SECONDS-AGO LONGEST-INTERVAL
  { [ -z "$1" ] || TZ=UTC LC_ALL=C date -d "$1 seconds ago" '+NTPMessage={ Leap=0, Version=4, Mode=4, Stratum=2, Precision=-25, RootDelay=152us, RootDispersion=350us, Reference=C0000201, OriginateTimestamp=Sat 2026-11-21 19:00:00 UTC, ReceiveTimestamp=Sat 2026-11-21 19:00:00 UTC, TransmitTimestamp=Sat 2026-11-21 19:00:00 UTC, DestinationTimestamp=%a %F %T UTC, Ignored=no, PacketCount=23, Jitter=1ms }'
    printf 'PollIntervalMaxUSec=%s\n' "$2"; } >answer
}
answered 30 '34min 8s'
tracking 0.012345678 slow Normal >tracking
run
check 'a good clock succeeds' test "$status" -eq 0
check 'how far it is off is told' grep -qx 'the clock is off by 12.345 ms (chrony)' <<<"$out"
check 'it is in order' grep -q '^OK: not more than 100 ms, as it was measured last (a host that slept' <<<"$out"
run --milliseconds 012
check 'a smaller limit fails' bash -c '[ "$1" = 1 ] && grep -qx "TOO FAR: more than 12 ms" <<<"$2"' _ "$status" "$out"
tracking 61.500000000 fast Normal >tracking
run --milliseconds 60000
check 'seconds are counted' grep -qx 'the clock is off by 61500.000 ms (chrony)' <<<"$out"
tracking 0.000000000 slow 'Not synchronised' >tracking
run
check 'a clock that is not synchronised is a failure' bash -c '[ "$1" = 1 ] && grep -qx "UNKNOWN: chrony runs, but is not synchronised" <<<"$2"' _ "$status" "$out"
tracking 0.000002000 slow Normal >tracking
for selected in '^?' '^x' '^~' '^+'; do
  run
  check "one that follows none of its servers is not known ($selected)" bash -c '[ "$1" = 1 ] && grep -qx "UNKNOWN: chrony runs, but is not synchronised" <<<"$2"' _ "$status" "$out"
done
selected='#*'
run
check 'a clock of its own to follow is as good as a server' test "$status" -eq 0
rm tracking
status +1.231ms 23
run
check 'timesyncd is asked' grep -qx 'the clock is off by 1.231 ms (systemd-timesyncd)' <<<"$out"
status -12us 23
run
check 'a negative one in microseconds is read' grep -qx 'the clock is off by 0.012 ms (systemd-timesyncd)' <<<"$out"
status '+1min 2.5s' 23
run
check 'minutes are read' grep -qx 'the clock is off by 62500.000 ms (systemd-timesyncd)' <<<"$out"
status '-1d 2h' 23
run
check 'days are read' grep -qx 'the clock is off by 93600000.000 ms (systemd-timesyncd)' <<<"$out"
status +1.231ms 23
answered 3900 '34min 8s'
TZ=America/New_York run
check 'an answer of within the time for two questions is believed' test "$status" -eq 0
answered 4300 '34min 8s'
run
check 'one whose server fell silent is a failure, though the kernel calls it synchronised' bash -c '[ "$1" = 1 ] && grep -qx "UNKNOWN: no server has answered systemd-timesyncd for 71 minutes" <<<"$2"' _ "$status" "$out"
answered 4300 '1h 30s'
run
check 'where it asks less often that is no failure' test "$status" -eq 0
answered 200000 '1w 1d'
run
check 'also when that is days' test "$status" -eq 0
answered '' '34min 8s'
run
check 'when it does not tell that, nobody knows' bash -c '[ "$1" = 1 ] && grep -q "when a server answered last" <<<"$2"' _ "$status" "$err"
answered 30 'often'
run
check 'nor when it does not tell how often it asks' bash -c '[ "$1" = 1 ] && grep -q "how often it asks" <<<"$2"' _ "$status" "$err"
answered 30 '34min 8s'
status +0us 0
run
check 'one that never heard of a server is a failure' test "$status" -eq 1
shown Etc/UTC yes yes no
status +12us 23
run
check 'one whose server answers no longer is a failure' test "$status" -eq 1
rm sync
run
check 'no time service is a failure' grep -q '^UNKNOWN: neither chrony nor systemd-timesyncd answers' <<<"$out"
run --milliseconds 0
check 'no limit is refused' test "$status" -eq 2
run --milliseconds 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
mkdir few
ln -s "$(type -P bash)" "$(type -P cat)" "$(type -P timeout)" "$(type -P sed)" "$(type -P date)" few
PATH=$PWD/few run
check 'a host without tools is refused' test "$status" -eq 3
check 'nothing hostile ran' test ! -e pwned
finish
