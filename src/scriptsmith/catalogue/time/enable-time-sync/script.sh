#!/usr/bin/env bash
# Turn the time service of the host on, now and for every boot, and wait until it has synchronised the
# clock.
#
# Undo: timedatectl set-ntp false, or systemctl disable where it was only enabled for every boot, as it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: enable-time-sync [--timeout N] [--dry-run]

Switch on the time service that systemd knows of (chrony, systemd-timesyncd or another), and wait
until the clock is synchronised. One that runs already is enabled for every boot where it is not.
When the clock was far off, the service may set it by a step. That it is on but reaches no server
within the wait is a failure: then look at UDP port 123 and the servers.

  --timeout N  how long to wait for the clock to be synchronised, in seconds (default 30)
  --dry-run    say what would be done, change nothing
  --help       show this text

Exit status: 0 it is on and the clock is synchronised, 1 it failed, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'enable-time-sync: %s\n' "$2" >&2
  exit "$1"
}

timeout=30 dry_run=false
while (($# > 0)); do
  case $1 in
    --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      timeout=$2
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

# whole VALUE MIN MAX: is it a whole number within these bounds?
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
whole "$timeout" 0 600 || die 2 "--timeout takes a whole number of seconds from 0 to 600, not '$timeout'"
timeout=$((10#$timeout))
for tool in timedatectl systemctl sed sleep timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
value() { timedatectl show --property="$1" | sed -n "s/^$1=//p"; }
can=$(value CanNTP) || die 3 "timedatectl does not answer on this host"
[[ $can == yes ]] || die 3 "no time service is installed (systemd-timesyncd, chrony), or this is a container"
# Says yes or no. The flag of the kernel, which timedatectl tells, may be of before the service was switched off, and
# chrony sets it only with rtcsync; so the service itself is asked where it can be. chrony goes on to say Normal when no
# source answers any more, so that one has to be selected.
synchronised() {
  local text sources
  if command -v chronyc >/dev/null && text=$(LC_ALL=C timeout 10 chronyc -n tracking 2>/dev/null); then
    sources=$(LC_ALL=C timeout 10 chronyc -n sources 2>/dev/null) || sources=''
    if [[ $text =~ Leap\ status[[:space:]]*:\ (Normal|Insert|Delete) && $'\n'$sources =~ $'\n'[\^=#]\* ]]; then printf 'yes'; else printf 'no'; fi
  elif text=$(LC_ALL=C timeout 10 timedatectl timesync-status 2>/dev/null) && [[ $text == *'Packet count: 0'* ]]; then
    printf 'no'
  else
    value NTPSynchronized
  fi
}
# timedatectl calls it on when the service runs, whether or not it will after a boot. Sets unit, and boot to yes, no or unknown.
look() {
  local each state
  unit='' boot=unknown
  for each in chronyd chrony systemd-timesyncd ntpd ntpsec ntp openntpd; do
    systemctl is-active --quiet -- "$each.service" || continue
    unit=$each.service boot=no
    state=$(systemctl is-enabled -- "$unit" 2>/dev/null) || true
    case $state in
      enabled | alias | static | generated | indirect) boot=yes ;;
    esac
    return
  done
}
on=$(value NTP) synced=$(synchronised)
look
printf 'now: switched on: %s%s, synchronised: %s\n' "$on" "${unit:+ ($unit, at boot: $boot)}" "$synced"

if [[ $on == yes && $synced == yes && $boot != no ]]; then
  printf 'nothing to change: it is on, and the clock is synchronised%s\n' "$([[ $unit != systemd-timesyncd.service ]] || echo ', by an answer that may be hours old')"
  [[ $boot == yes ]] || printf 'note: which service it is, and whether it is on after a boot, is not known\n'
  exit 0
fi
if $dry_run; then
  if [[ $on != yes ]]; then printf 'would turn on: time synchronisation\n'
  elif [[ $boot == no ]]; then printf 'would enable for every boot: %s\n' "$unit"
  else printf 'would wait: it is on already\n'; fi
  exit 0
fi
if [[ $on != yes ]]; then
  [[ $(id -u) == 0 ]] || die 3 "must run as root"
  timedatectl set-ntp true || die 1 "it could not be turned on"
  on=$(value NTP)
  [[ $on == yes ]] || die 1 "it is still off after turning it on"
  printf 'turned on\nundo: timedatectl set-ntp false\n'
  look
fi
if [[ $boot == no ]]; then
  [[ $(id -u) == 0 ]] || die 3 "must run as root"
  systemctl enable --quiet -- "$unit" || die 1 "$unit runs, and could not be enabled for every boot"
  look
  [[ $boot == yes ]] || die 1 "$unit runs, and is not enabled for every boot"
  printf 'enabled for every boot: %s\nundo of that: systemctl disable %s\n' "$unit" "$unit"
fi

for ((left = timeout; ; left--)); do
  synced=$(synchronised)
  if [[ $synced == yes ]]; then
    printf 'synchronised\n'
    exit 0
  fi
  ((left > 0)) || break
  sleep 1
done
die 1 "it is on, but the clock is not synchronised after $timeout s: its servers may be out of reach (UDP port 123)"
