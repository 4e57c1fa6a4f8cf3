#!/usr/bin/env bash
# Show clock, time zone and state of the synchronisation, with what the time service says of its
# servers.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-time-sync-status

Print the present time, the time zone, whether synchronisation is on and achieved, and what chrony
or systemd-timesyncd tells of its servers. The kernel calls a clock synchronised for hours after the last
answer of a server, so the service is asked as well: with none that answers, or with a last answer
of timesyncd that is older than 75 minutes, that is said. How far the clock is off is checked by
check-clock-drift. In a container the clock is that of the host.

  --help  show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-time-sync-status: %s\n' "$2" >&2
  exit "$1"
}

while (($# > 0)); do
  case $1 in
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

for tool in date timeout sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
printf 'now: %s (%s UTC)\n' "$(date '+%Y-%m-%d %H:%M:%S %Z')" "$(date -u '+%H:%M:%S')"
ntp='' synced='' seen=false off=''
if command -v timedatectl >/dev/null && text=$(timeout 10 timedatectl show 2>/dev/null) && [[ -n $text ]]; then
  seen=true
  while IFS= read -r line; do
    case $line in
      Timezone=*) printf 'time zone: %s\n' "${line#*=}" ;;
      NTP=*) ntp=${line#*=} ;;
      NTPSynchronized=*) synced=${line#*=} ;;
      LocalRTC=yes) printf 'note: the hardware clock runs in local time, which goes wrong when summer time changes\n' ;;
    esac
  done < <(printf '%s\n' "$text")
  printf 'synchronisation switched on: %s, achieved: %s\n' "${ntp:-?}" "${synced:-?}"
fi
service=none
if command -v chronyc >/dev/null && text=$(LC_ALL=C timeout 10 chronyc -n tracking 2>/dev/null) && [[ -n $text ]]; then
  service=chrony seen=true
  printf '\nchrony:\n%s\n\n' "$text"
  # chrony knows best, also where no timedatectl tells. When its servers answer no longer, none of them is selected (*).
  if sources=$(LC_ALL=C timeout 10 chronyc -n sources); then
    printf '%s\n' "$sources"
  else
    printf 'its servers could not be listed\n'
  fi
  if [[ $text == *'Leap status'* && $text != *'Not synchronised'* && $sources == *$'\n'[=#^]'*'* ]]; then synced=yes; else synced=no; fi
  # It may follow a good server and still be far from its time, which it then approaches slowly.
  if [[ $text =~ System\ time\ *:\ ([0-9.]+)\ seconds && ${BASH_REMATCH[1]} != 0.0* ]]; then off="${BASH_REMATCH[1]} s, which chrony works off slowly (chronyc makestep sets it at once)"; fi
elif command -v timedatectl >/dev/null && text=$(LC_ALL=C timeout 10 timedatectl timesync-status 2>/dev/null) && [[ -n $text ]]; then
  service=systemd-timesyncd seen=true
  printf '\nsystemd-timesyncd:\n%s\n' "$text"
  # It asks every 34 minutes at least. TZ, because the answer is in local time otherwise.
  last=$(TZ=UTC LC_ALL=C timeout 10 timedatectl show-timesync --property=NTPMessage 2>/dev/null |
    sed -n 's/.*DestinationTimestamp=\([^,}]*\).*/\1/p') || last=''
  answered=$(date --date="${last:-never}" +%s 2>/dev/null) || answered=0
  if (($(date +%s) - answered > 4500)); then
    printf 'the last answer of a server came at %s\n' "${last:-no time that is known}"
    synced=no
  fi
elif command -v ntpq >/dev/null && text=$(timeout 10 ntpq -pn 2>/dev/null) && [[ -n $text ]]; then
  service=ntpd seen=true
  printf '\nntpd:\n%s\n' "$text"
  # The server that is followed is marked with a star.
  if grep -q '^\*' < <(printf '%s\n' "$text"); then synced=yes; else synced=no; fi
  if [[ $'\n'$text =~ $'\n'\*([^[:space:]]+[[:space:]]+){8}[+-]?([0-9]+) ]] && ((10#${BASH_REMATCH[2]} >= 100)); then off="${BASH_REMATCH[2]} ms, which ntpd works off slowly"; fi
fi
$seen || die 3 "neither timedatectl nor chrony nor ntpd answers on this host (a container has the clock of its host)"
printf '\n'
case $synced:$service in
  yes:none) printf 'NOT CERTAIN: the kernel calls the clock synchronised, as it does for hours after the last answer, but no time service answers here (only root may ask some)\n' ;;
  yes:*) if [[ -n $off ]]; then printf 'NOT YET: %s follows a good server, but the clock is still off by %s\n' "$service" "$off"; else printf 'OK: the clock is synchronised (%s)\n' "$service"; fi ;;
  *:none) printf 'NOT SYNCHRONISED: no time service answers\n' ;;
  *) printf 'NOT SYNCHRONISED: %s runs, but has not reached a good server\n' "$service" ;;
esac
