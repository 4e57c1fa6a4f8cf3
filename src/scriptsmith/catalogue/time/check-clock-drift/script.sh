#!/usr/bin/env bash
# Check how far the clock is off, by what chrony or systemd-timesyncd measured.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-clock-drift [--milliseconds N]

Ask chrony, or else systemd-timesyncd, how far the clock is from that of the time servers, and
fail when it is further off than N milliseconds or nobody knows. A clock that is not synchronised
at all, or no longer, since its servers do not answer, counts as a failure: its drift is unknown.

  --milliseconds N  how many milliseconds (ms) the clock may be off (default 100)
  --help            show this text

Exit status: 0 the clock is right, 1 it is too far off, or nobody knows, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'check-clock-drift: %s\n' "$2" >&2
  exit "$1"
}

milliseconds=100
while (($# > 0)); do
  case $1 in
    --milliseconds)
      (($# >= 2)) || die 2 "$1 needs a value"
      milliseconds=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $milliseconds =~ ^0*[1-9][0-9]{0,8}$ ]] || die 2 "--milliseconds takes a whole number of milliseconds above 0, not '$milliseconds'"
milliseconds=$((10#$milliseconds))
for tool in timeout sed date; do
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

if ! measure; then
  reason='neither chrony nor systemd-timesyncd answers'
  if [[ -n $source ]]; then reason="$source runs, but is not synchronised"; fi
  printf 'UNKNOWN: %s\n' "$reason"
  exit 1
fi
# timesyncd keeps its last measurement, and the kernel calls the clock synchronised for hours, when no server answers any more.
if [[ $source == systemd-timesyncd ]]; then
  text=$(TZ=UTC LC_ALL=C timeout 10 timedatectl show-timesync --property=NTPMessage --property=PollIntervalMaxUSec) || text=''
  [[ $text =~ DestinationTimestamp=([^,]+), ]] || die 1 "systemd-timesyncd does not tell when a server answered last"
  answered=$(date -d "${BASH_REMATCH[1]}" +%s) || die 1 "systemd-timesyncd does not tell when a server answered last"
  longest=0
  read -r -a parts <<<"$(sed -n 's/^PollIntervalMaxUSec=//p' <<<"$text")"
  for part in "${parts[@]}"; do
    [[ $part =~ ^([0-9]{1,9})(s|min|h|d|w)$ ]] || die 1 "systemd-timesyncd does not tell how often it asks"
    case ${BASH_REMATCH[2]} in
      s) longest=$((longest + BASH_REMATCH[1])) ;;
      min) longest=$((longest + BASH_REMATCH[1] * 60)) ;;
      h) longest=$((longest + BASH_REMATCH[1] * 3600)) ;;
      d) longest=$((longest + BASH_REMATCH[1] * 86400)) ;;
      w) longest=$((longest + BASH_REMATCH[1] * 604800)) ;;
    esac
  done
  minutes=$((($(date +%s) - answered) / 60))
  if ((longest == 0 || minutes > longest / 30 + 1)); then
    printf 'UNKNOWN: no server has answered systemd-timesyncd for %d minutes\n' "$minutes"
    exit 1
  fi
fi
printf 'the clock is off by %d.%03d ms (%s)\n' $((micro / 1000)) $((micro % 1000)) "$source"
if ((micro > milliseconds * 1000)); then
  printf 'TOO FAR: more than %d ms\n' "$milliseconds"
  exit 1
fi
printf 'OK: not more than %d ms, as it was measured last (a host that slept or was restored since then may be off by far more)\n' "$milliseconds"
