#!/usr/bin/env bash
. "$HARNESS"

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

mkdir -p r/usr/share/zoneinfo/{Etc,Europe}
for z in Etc/UTC Europe/Berlin; do printf 'TZif2' >"r/usr/share/zoneinfo/$z"; done
echo text >r/usr/share/zoneinfo/Europe/README
run --root r --zone Europe/Berlin --dry-run
check 'a dry run says what it would do' grep -q '^would set: Europe/Berlin (' <<<"$out"
check 'a dry run changes nothing' grep -qx Timezone=Etc/UTC shown
run --root r --zone Europe/Berlin
check 'it succeeds' test "$status" -eq 0
check 'the zone is set' grep -qx Timezone=Europe/Berlin shown
check 'the former one is told' grep -q '^set: Europe/Berlin (before: Etc/UTC)' <<<"$out"
check 'cron is pointed out' grep -q '^note: restart cron' <<<"$out"
: >"$STUB_LOG"
run --root r --zone Europe/Berlin
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^nothing to change" <<<"$2" && ! grep -q set-timezone "$STUB_LOG"' _ "$status" "$out"
: >.ignored
run --root r --zone Etc/UTC
check 'a zone that does not take is a failure' test "$status" -eq 1
: >.fails
run --root r --zone Etc/UTC
check 'one that is not taken too' test "$status" -eq 1
run --root r --zone Europe/Atlantis
check 'a zone that does not exist is refused' test "$status" -eq 3
run --root r --zone Europe/README
check 'another file is no zone' test "$status" -eq 3
run --root r --zone ../../etc/passwd
check 'a way out is refused' test "$status" -eq 2
stub id <<<'echo 1000'
run --root r --zone Etc/UTC
check 'without root it is refused' test "$status" -eq 3
run --root nowhere --zone Etc/UTC
check 'a host without zones is refused' test "$status:$(grep -c 'no time zones are installed' <<<"$err")" = 3:1
shown '' yes yes yes
mkdir r/etc; echo TZif2 >r/etc/localtime
run --root r --zone Etc/UTC --dry-run
check 'a zone of now that has no name is told' test "$status:$(sed 's/([^)]*)/()/' <<<"$out")" = '0:now: a zone without a name, for /etc/localtime is no link ()
to go back, keep it first: cp -a r/etc/localtime r/etc/localtime.before
would set: Etc/UTC ()'
rm .fails .ignored
stub id <<<'echo 0'
run --root r --zone Etc/UTC
check 'and another one is set' test "$status:$(grep -c '^set: Etc/UTC (before: not named)' <<<"$out"):$(grep -c '^Timezone=Etc/UTC' shown)" = 0:1:1
: >.nobus
run --root r --zone Etc/UTC --dry-run
check 'a host where nobody answers is refused' test "$status:$(grep -c 'timedatectl does not answer' <<<"$err")" = 3:1
run
check 'a zone is needed' test "$status" -eq 2
run --zone 'UTC; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
