#!/usr/bin/env bash
# Check whether TIME_WAIT and other sockets use up the ephemeral ports.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-ephemeral-ports [--percent N] [--limit N]

Count the local ports that are in use from the range for outgoing connections, for each remote
address and port: once all are taken towards one of them, new connections there fail with "cannot
assign requested address". Sockets in TIME_WAIT count as well; how many they are is told. A container
mostly has a network, and a range, of its own, which is not counted; only root sees that there is one.

  --percent N  tell remote ends that use more of the range than this (default 70)
  --limit N    how many remote ends to show (default 5)
  --help       show this text

Exit status: 0 below the percentage everywhere, 1 above it, or it failed, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'check-ephemeral-ports: %s\n' "$2" >&2
  exit "$1"
}

percent=70 limit=5
while (($# > 0)); do
  case $1 in
    --percent | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --percent) percent=$2 ;;
        --limit) limit=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

{ [[ $percent =~ ^[0-9]{1,5}$ ]] && ((10#$percent >= 1 && 10#$percent <= 100)); } ||
  die 2 "--percent takes a whole number from 1 to 100, not '$percent'"
percent=$((10#$percent))
{ [[ $limit =~ ^[0-9]{1,6}$ ]] && ((10#$limit >= 1 && 10#$limit <= 1000)); } ||
  die 2 "--limit takes a whole number from 1 to 1000, not '$limit'"
limit=$((10#$limit))
PATH=$PATH:/usr/sbin:/sbin # where an ordinary user of Debian does not look for sysctl
for tool in ss sysctl awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
range=$(sysctl -n net.ipv4.ip_local_port_range 2>/dev/null) || die 3 "the kernel does not tell its range of ports"
read -r first last <<<"$range"
{ [[ $first =~ ^[0-9]{1,5}$ && $last =~ ^[0-9]{1,5}$ ]] && ((last >= first)); } || die 1 "the range of ports reads '$range'"
size=$((last - first + 1))
reserved=$(sysctl -n net.ipv4.ip_local_reserved_ports 2>/dev/null) || reserved=''
for part in ${reserved//,/ }; do # PORT or FIRST-LAST; what the kernel must not choose is not there to be used
  from=${part%-*} to=${part#*-}
  [[ $from =~ ^[0-9]{1,5}$ && $to =~ ^[0-9]{1,5}$ ]] || continue
  ((from >= first)) || from=$first
  ((to <= last)) || to=$last
  ((from > to)) || size=$((size - (to - from + 1)))
done
((size > 0)) || die 1 "all ports of the range are reserved"
sockets=$(ss --no-header --tcp --numeric state connected) || die 1 "ss could not list the sockets"

# Only a local port within the range was chosen by the kernel; each remote end has the range to itself.
counted=$(awk -v first="$first" -v last="$last" '
  NF >= 5 {
    port = $4; sub(/.*:/, "", port)
    if (port + 0 < first || port + 0 > last) next
    # IPv4 in the form of IPv6 shares the ports with IPv4.
    if (sub(/^\[::ffff:/, "", $5)) sub(/\]/, "", $5)
    used[$5]++; all++
    if ($1 == "TIME-WAIT") { waiting[$5]++; wait++ }
  }
  END {
    printf "%d %d -\n", all, wait
    for (end in used) printf "%d %d %s\n", used[end], waiting[end], end
  }' <<<"$sockets")
read -r all waiting _ <<<"${counted%%$'\n'*}"
ends=$(sed 1d <<<"$counted" | sort -k1,1nr -k3)
printf 'range %d to %d: %d ports for each remote end; %d sockets use it, %d of them in TIME_WAIT\n' \
  "$first" "$last" "$size" "$all" "$waiting"

other_networks() { # PID NAME of one process in each network other than this one, as containers have them; root sees all
  local network known pid name networks=(/proc/self/ns/net)
  for network in /proc/[0-9]*/ns/net; do
    for known in "${networks[@]}"; do
      if [[ ! -e $network || $network -ef $known ]]; then continue 2; fi
    done
    networks+=("$network") pid=${network#/proc/}
    { read -r name <"/proc/${pid%%/*}/comm"; } 2>/dev/null || continue
    printf '%s %s\n' "${pid%%/*}" "${name//[[:cntrl:]]/?}"
  done
}
others=$(other_networks)
[[ -z $others ]] || printf 'note: %d other networks on this host, as containers have them, are not counted; nsenter -t %s -n looks into that of %s\n' \
  "$(wc -l <<<"$others")" "${others%% *}" "$(sed -n '1s/^[^ ]* //p' <<<"$others")"

[[ $(id -u) == 0 ]] || printf 'note: only root sees whether there are other networks on this host, as containers have them; they are not counted\n'
over=0 shown=0
while read -r used wait end; do
  [[ -n $used ]] || continue
  share=$((used * 100 / size))
  mark=''
  if ((used * 100 > percent * size)); then
    over=$((over + 1))
    mark='  TOO MANY'
  elif ((shown >= limit)); then
    break
  fi
  printf '%8d (%3d%%), %d in TIME_WAIT, to %s%s\n' "$used" "$share" "$wait" "$end" "$mark"
  shown=$((shown + 1))
done <<<"$ends"
if ((over > 0)); then
  printf '%d remote ends use more than %d%%: reuse connections, or widen net.ipv4.ip_local_port_range\n' "$over" "$percent"
  exit 1
fi
printf 'no remote end uses more than %d%%\n' "$percent"
