#!/usr/bin/env bash
# Check how large packets may be on the way to a host (path MTU).
#
# Undo: nothing to undo, it sends some pings.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: check-path-mtu --host HOST [--mtu BYTES]

Find the largest IPv4 packet that reaches a host unbroken, by pings that must not be split. When
small requests work and large ones hang, a tunnel or VPN on the way often takes less than 1500 and
the messages that say so are swallowed. A host or firewall that limits the size of pings looks the
same. About ten pings are sent; each lost one costs a second.

  --host HOST  host name or IPv4 address
  --mtu BYTES  size that should pass, headers included (default 1500)
  --help       show this text

Exit status: 0 the packets reach the wanted size, 1 they do not, or nothing comes back, 2 wrong
usage, 3 a precondition fails.
EOF
}

die() {
  printf 'check-path-mtu: %s\n' "$2" >&2
  exit "$1"
}

host='' mtu=1500
while (($# > 0)); do
  case $1 in
    --host | --mtu)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --host) host=$2 ;;
        --mtu) mtu=$2 ;;
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

[[ -n $host ]] || die 2 "--host is required (see --help)"
[[ $host =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?$ || $host =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$ ]] ||
  die 2 "--host takes a host name or an IP address, not '$host'"
[[ $host != *:* ]] || die 2 "--host takes a host name or an IPv4 address, not '$host'"
{ [[ $mtu =~ ^[0-9]{1,7}$ ]] && ((10#$mtu >= 576 && 10#$mtu <= 65535)); } ||
  die 2 "--mtu takes a whole number from 576 to 65535, not '$mtu'"
mtu=$((10#$mtu))
command -v ping >/dev/null || die 3 "ping is not installed"
# A ping of N data bytes is a packet of N + 28: headers of IP and ICMP.
last=''
passes() { # BYTES: a packet of that size comes back; twice, for one may be lost
  local try
  for try in 1 2; do
    last=$(LC_ALL=C ping -4 -n -q -c 1 -W 1 -M "do" -s "$(($1 - 28))" "$host" 2>&1 </dev/null) && return 0
    # The kernel knows already that it is too large: asking again says the same.
    [[ $last != *'essage too long'* && $last != *'frag needed'* && $last != *'Frag needed'* ]] || return 1
    ((try == 2)) || [[ $last == *'packets transmitted'* ]] || return 1
  done
  return 1
}

if ! passes 576; then
  if [[ $last == *'packets transmitted'* ]]; then die 1 "$host answers no ping, so its path cannot be measured"; fi
  die 1 "ping could not be sent to $host: $(tail -n 1 <<<"$last" | tr -d '\000-\037\177')"
fi
if passes "$mtu"; then
  printf 'in order: packets of %d bytes reach %s unbroken (the way back was not measured: if downloads hang, measure from there)\n' "$mtu" "$host"
  exit 0
fi
low=576 high=$mtu
while ((high - low > 1)); do
  middle=$(((low + high) / 2))
  if passes "$middle"; then low=$middle; else high=$middle; fi
done
! passes "$high" || die 1 "packets are lost on the way to $host: one of $high bytes came back only when sent again, so no size can be told"
printf 'TOO SMALL: packets of at most %d bytes reach %s, not %d\n' "$low" "$host" "$mtu"
printf 'for TCP that is a segment size (MSS) of %d; set the MTU of the tunnel or clamp the MSS (a firewall that drops large pings looks the same)\n' "$((low - 40))"
exit 1
