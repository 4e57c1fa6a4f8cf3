#!/usr/bin/env bash
# Have the time service step the clock to the right time at once, and check that it is right
# afterwards.
#
# Undo: none; the clock runs on from the right time.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: force-time-sync [--max-step N] [--dry-run]

With chrony, have it ask its servers anew (root can), and step the clock by what is measured. With
systemd-timesyncd, restart it, which sets the clock when it is off, and wait for the result; it tells
only what it found last and has corrected, so where that is less than 10 ms it is left to you. A step
jumps over time or repeats it: timers, leases, clusters and databases may suffer. Small offsets are
better left to the time service, and one beyond the limit, or unknown, wants a look at the servers.

  --max-step N  refuse a step larger than this, in seconds (default 3600)
  --dry-run     say what would be done, change nothing
  --help        show this text

Exit status: 0 the clock is right, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'force-time-sync: %s\n' "$2" >&2
  exit "$1"
}

limit=3600 dry_run=false
while (($# > 0)); do
  case $1 in
    --max-step)
      (($# >= 2)) || die 2 "$1 needs a value"
      limit=$2
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

[[ $limit =~ ^0*[1-9][0-9]{0,8}$ ]] || die 2 "--max-step takes a whole number of seconds above 0, not '$limit'"
limit=$((10#$limit))
for tool in timeout sed date sleep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
command -v chronyc >/dev/null || command -v timedatectl >/dev/null || die 3 "neither chronyc nor timedatectl is installed"

# Sets $micro, how far the clock is off in microseconds, and $source; fails when nobody tells.
measure() {
  local text line part whole fraction
  micro='' source=''
  if command -v chronyc >/dev/null && text=$(LC_ALL=C timeout 10 chronyc -n tracking 2>/dev/null); then
    source=chrony
    [[ $text != *'Not synchronised'* ]] || return 1
    # That its servers answer no longer is seen here only: none of them is selected.
    line=$(LC_ALL=C timeout 10 chronyc -n sources 2>/dev/null) || return 1
    [[ $line == *$'\n'[=#^]'*'* ]] || return 1
    [[ $text =~ System\ time\ *:\ ([0-9]+)\.([0-9]{6})[0-9]*\ seconds ]] || return 1
    micro=$((10#${BASH_REMATCH[1]} * 1000000 + 10#${BASH_REMATCH[2]}))
    return 0
  fi
  command -v timedatectl >/dev/null && text=$(LC_ALL=C timeout 10 timedatectl timesync-status 2>/dev/null) || return 1
  source=systemd-timesyncd
  line=$(sed -n 's/^ *Offset: *[+-]\{0,1\}//p' <<<"$text")
  [[ -n $line && $text != *'Packet count: 0'* ]] || return 1
  [[ $(timeout 10 timedatectl show --property=NTPSynchronized 2>/dev/null) == *=yes ]] || return 1
  micro=0
  # "1.231ms", "12us", "2.5s" or "1min 2s"
  for part in $line; do
    [[ $part =~ ^([0-9]+)(\.([0-9]+))?(us|ms|s|min|h|d)$ ]] || return 1
    whole=$((10#${BASH_REMATCH[1]})) fraction=${BASH_REMATCH[3]:-0}000000
    fraction=$((10#${fraction:0:6}))
    case ${BASH_REMATCH[4]} in
      us) micro=$((micro + whole)) ;;
      ms) micro=$((micro + whole * 1000 + fraction / 1000)) ;;
      s) micro=$((micro + whole * 1000000 + fraction)) ;;
      min) micro=$((micro + whole * 60000000)) ;;
      h) micro=$((micro + whole * 3600000000)) ;;
      d) micro=$((micro + whole * 86400000000)) ;;
    esac
  done
}
# What chrony measured last may be from before the host was suspended or restored. Its servers are asked anew, and again
# where the former measurements stand against the first new ones; fails when they do not answer.
ask_anew() {
  local before now text round try
  before=$(LC_ALL=C timeout 10 chronyc -n tracking | sed -n 's/^Ref time//p') || return 1
  for ((round = 0; round < 3; round++)); do
    timeout 20 chronyc burst 4/4 >/dev/null || return 1
    for ((try = 0; try < 30; try++)); do
      sleep 1
      text=$(LC_ALL=C timeout 10 chronyc -n activity) || return 1
      [[ $text =~ [1-9][0-9]*\ sources\ doing\ burst ]] || break
    done
    now=$(LC_ALL=C timeout 10 chronyc -n tracking | sed -n 's/^Ref time//p') || return 1
    [[ $now == "$before" ]] || return 0
  done
  return 1
}
told() { printf '%d.%03d ms' $((micro / 1000)) $((micro % 1000)); }

if ! measure; then
  [[ $source != chrony ]] || die 3 "chrony is not synchronised: it knows no right time to step to (chronyc -n sources)"
  [[ -n $source ]] || die 3 "neither chrony nor systemd-timesyncd answers"
  die 3 "refused: how far the clock is off cannot be told, so neither can the step (timedatectl timesync-status)"
fi
if [[ $source == chrony && $(id -u) == 0 ]]; then
  ask_anew || die 3 "the servers of chrony do not answer, or it follows a clock of the hypervisor and cannot ask that anew, so nobody knows how far the clock is off (chronyc -n sources)"
  measure || die 3 "chrony is not synchronised: it knows no right time to step to (chronyc -n sources)"
elif [[ $source == chrony ]]; then
  $dry_run || die 3 "must run as root"
  printf 'note: this is what was measured last; root has the servers asked anew\n'
fi
printf 'the clock is off by %s (%s)\n' "$(told)" "$source"
if ((micro < 10000)); then
  [[ $source == chrony ]] || die 3 "systemd-timesyncd found that at its last look, and has corrected it; whether the clock is right now it finds out by a step of any size: systemctl restart systemd-timesyncd"
  printf 'nothing to do: that is less than 10 ms\n'
  exit 0
fi
((micro <= limit * 1000000)) || die 3 "refused: that is more than $limit s; look whether the servers are right (--max-step)"
if $dry_run; then
  printf 'would step the clock through %s\n' "$source"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "must run as root"
printf 'before: %s\n' "$(date '+%Y-%m-%d %H:%M:%S')"
if [[ $source == chrony ]]; then
  timeout 20 chronyc makestep >/dev/null || die 1 "chrony did not step the clock"
else
  systemctl restart systemd-timesyncd.service || die 1 "systemd-timesyncd could not be restarted"
fi
for ((try = 0; try < 20; try++)); do
  if measure && ((micro < 100000)); then
    printf 'after: %s\n' "$(date '+%Y-%m-%d %H:%M:%S')"
    printf 'corrected: the clock is off by %s\n' "$(told)"
    exit 0
  fi
  sleep 1
done
die 1 "the clock is still not right${micro:+, off by $(told)}"
