#!/usr/bin/env bash
. "$HARNESS"

stub id <<<'echo 0'
stub sleep </dev/null
stub timedatectl <<'EOF'
case $* in
  show) [ ! -e .nobus ] || { echo 'System has not been booted with systemd as init system (PID 1).' >&2; exit 1; }; cat shown ;;
  'show --property='*) sed -n "s/^${2#--property=}=/&/p" shown ;;
  'show-timesync --property=NTPMessage') [ "$TZ" = UTC ] || exit 1; [ ! -e answer ] || printf 'NTPMessage={ Leap=0, Version=4, Mode=4, Stratum=2, Precision=-25, OriginateTimestamp=Thu 1970-01-01 00:00:00 UTC, DestinationTimestamp=%s, Ignored=no, PacketCount=23, Jitter=1.1ms }\n' "$(cat answer)" ;;
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

shown Europe/Berlin yes yes yes
tracking 0.000002134 slow Normal >tracking
run
check 'it succeeds' test "$status" -eq 0
check 'the time zone is shown' grep -qx 'time zone: Europe/Berlin' <<<"$out"
check 'the state is shown' grep -qx 'synchronisation switched on: yes, achieved: yes' <<<"$out"
check 'what chrony says is shown' grep -q '^System time *: 0.000002134 seconds slow' <<<"$out"
check 'its servers are shown' grep -q '^^\* 192.0.2.1' <<<"$out"
check 'that is in order' grep -qx 'OK: the clock is synchronised (chrony)' <<<"$out"
tracking 12.500002134 slow Normal >tracking
run
check 'a clock that is still far off is not called in order' bash -c 'grep -q "^NOT YET: chrony follows a good server, but the clock is still off by 12.500002134 s, .*makestep" <<<"$1" && ! grep -q ^OK <<<"$1"' _ "$out"
tracking 0.099902134 fast Normal >tracking
run
check 'one that is off by less than a tenth of a second is' grep -qx 'OK: the clock is synchronised (chrony)' <<<"$out"
selected='^?'
run
check 'chrony whose servers answer no longer is told' grep -q '^NOT SYNCHRONISED: chrony runs' <<<"$out"
selected='^*'
tracking 0.000000000 slow 'Not synchronised' >tracking
run
check 'chrony without a server is told' grep -q '^NOT SYNCHRONISED: chrony runs' <<<"$out"
rm tracking; status +1.231ms 23
answered() { date -u -d "$1" '+%a %Y-%m-%d %H:%M:%S UTC' >answer; }
answered '74 minutes ago'
run
check 'timesyncd is asked' grep -q '^OK: the clock is synchronised (systemd-timesyncd)' <<<"$out"
answered '76 minutes ago'
run
check 'timesyncd whose servers answer no longer is told' bash -c 'grep -q "^NOT SYNCHRONISED: systemd-timesyncd runs" <<<"$1" && grep -qx "the last answer of a server came at $(cat answer)" <<<"$1"' _ "$out"
rm answer
run
check 'so is one that never had an answer' bash -c 'grep -q "^NOT SYNCHRONISED: systemd-timesyncd runs" <<<"$1" && grep -q "^the last answer of a server came at no time" <<<"$1"' _ "$out"
rm sync
stub ntpq <<<'exit 1'
run
check 'what the kernel still says when no service answers is not believed' bash -c 'grep -q "^NOT CERTAIN: .* no time service answers" <<<"$1" && ! grep -q ^OK <<<"$1"' _ "$out"
shown Etc/UTC yes no no
stub ntpq <<<'exit 1'
run
check 'no service is told' grep -q '^NOT SYNCHRONISED: no time service answers' <<<"$out"
check 'and is no failure of the script' test "$status" -eq 0
: >.nobus
stub ntpq <<<'printf "     remote           refid\n==========\n*192.0.2.7  .GPS.\n"'
run
check 'ntpd is asked' grep -q '^OK: the clock is synchronised (ntpd)' <<<"$out"
stub ntpq <<<'printf "     remote           refid      st t when poll reach   delay   offset  jitter\n==========\n*192.0.2.7       .GPS.            1 u   12   64  377    0.512 -2350.1   0.031\n"'
run
check 'nor is ntpd that is still far off' grep -q '^NOT YET: ntpd follows a good server, but the clock is still off by 2350 ms' <<<"$out"
stub ntpq <<<'printf "     remote           refid      st t when poll reach   delay   offset  jitter\n==========\n*192.0.2.7       .GPS.            1 u   12   64  377    0.512   99.123   0.031\n"'
run
check 'a little is in order' grep -q '^OK: the clock is synchronised (ntpd)' <<<"$out"
out=$( (trap '' XFSZ; ulimit -f 0; bash -O compat44 "$SCRIPT" </dev/null 2>/dev/null) | cat)
check 'without room for a file that is told as well' grep -q '^OK: the clock is synchronised (ntpd)' <<<"$out"
stub ntpq <<<'exit 1'
run
check 'a host without any is refused' test "$status" -eq 3
check 'nothing is set' test -z "$(calls 'set-|makestep')"
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
