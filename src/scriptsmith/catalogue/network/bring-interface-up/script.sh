#!/usr/bin/env bash
# Bring a network interface up and wait for its link.
#
# Undo: bring-interface-down with the same name.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: bring-interface-up --interface NAME [--timeout N] [--dry-run]

Set a network interface up and wait until its link is there. Addresses and routes are not
configured by this, as ifup does it: where a network manager governs the interface it does that,
otherwise routes, and addresses of IPv6, that were set by hand are gone. Whether it has an address
and a route beyond its own network is told. A link that does not come is told apart from an
interface that cannot be set up. Nothing of this is kept over a boot.

  --interface NAME  name of the interface
  --timeout N       how long to wait for the link (default 15)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 it is up and has a link, 1 it has none, or failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'bring-interface-up: %s\n' "$2" >&2
  exit "$1"
}

interface='' timeout=15 dry_run=false
while (($# > 0)); do
  case $1 in
    --interface | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --interface) interface=$2 ;;
        --timeout) timeout=$2 ;;
      esac
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

[[ -n $interface ]] || die 2 "--interface is required (see --help)"
[[ $interface =~ ^[A-Za-z0-9_][A-Za-z0-9_.:@-]{0,14}$ ]] || die 2 "--interface takes the name of an interface, not '$interface'"
{ [[ $timeout =~ ^[0-9]{1,5}$ ]] && ((10#$timeout >= 0 && 10#$timeout <= 600)); } ||
  die 2 "--timeout takes a whole number from 0 to 600, not '$timeout'"
timeout=$((10#$timeout))
for tool in ip sleep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
flags() { # the words between < and >, with commas around them
  local line
  line=$(ip -o link show dev "$interface" 2>/dev/null) || return
  line=${line#*<}
  printf ',%s,' "${line%%>*}"
}
now=$(flags) || die 3 "no such interface: $interface"

linked() { [[ $now == *,UP,* && $now == *,LOWER_UP,* ]]; }
if linked; then
  printf 'nothing to do: %s is up and has a link\n' "$interface"
elif $dry_run; then
  printf 'would bring up: %s (now %s)\n' "$interface" "$([[ $now == *,UP,* ]] && echo 'up without a link' || echo down)"
  exit 0
else
  [[ $(id -u) == 0 ]] || die 3 "this needs root"
  if [[ $now != *,UP,* ]]; then
    ip link set dev "$interface" up || die 1 "could not bring $interface up"
  fi
  for ((waited = 0; ; waited++)); do
    now=$(flags) || die 1 "$interface has gone"
    if linked || ((waited >= timeout)); then break; fi
    sleep 1
  done
  [[ $now == *,UP,* ]] || die 1 "$interface is still down"
  linked || die 1 "$interface is up, but has no link after $timeout s: cable, switch port or transceiver"
  printf 'up: %s has a link (waited %d s)\n' "$interface" "$waited"
fi
ip -brief address show dev "$interface"
addresses=$(ip -o address show dev "$interface" scope global) || die 1 "cannot read the addresses of $interface"
routes=$(ip -4 route show dev "$interface" && ip -6 route show dev "$interface") || die 1 "cannot read the routes by $interface"
if [[ -z $addresses ]]; then
  printf 'warning: %s has no address yet: unless a network manager gives it one, configure it (ifup, nmcli device connect or networkctl reconfigure)\n' "$interface" >&2
elif [[ $routes != *' via '* && ! $routes =~ (^|$'\n')default\  ]]; then
  printf 'note: no route by %s goes beyond its own network; those that are set by hand go each time that it is down\n' "$interface"
fi
