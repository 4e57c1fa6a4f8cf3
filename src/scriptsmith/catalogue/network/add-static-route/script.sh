#!/usr/bin/env bash
# Add a static route to a network through a gateway.
#
# Undo: remove-static-route with the same network.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: add-static-route --network CIDR --gateway ADDRESS [--dry-run]

Add a route to a network through a gateway, for as long as the host runs: it is not written to the
network's configuration. The default route is refused, and so is a network to which another route
exists; the gateway must be reachable without a gateway itself.

  --network CIDR     network to reach, as ADDRESS/LENGTH
  --gateway ADDRESS  address of the next hop
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 the route is there, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'add-static-route: %s\n' "$2" >&2
  exit "$1"
}

network='' gateway='' dry_run=false
while (($# > 0)); do
  case $1 in
    --network | --gateway)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --network) network=$2 ;;
        --gateway) gateway=$2 ;;
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

[[ -n $network ]] || die 2 "--network is required (see --help)"
[[ -n $gateway ]] || die 2 "--gateway is required (see --help)"
[[ $network =~ ^([0-9A-Fa-f:.]+)/([0-9]{1,3})$ ]] || die 2 "--network takes ADDRESS/LENGTH, not '$network'"
length=$((10#${BASH_REMATCH[2]}))
[[ $gateway =~ ^[0-9]{1,3}(\.[0-9]{1,3}){3}$ || $gateway =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$ ]] ||
  die 2 "--gateway takes an IP address, not '$gateway'"
family=-4 most=32
if [[ $network == *:* ]]; then family=-6 most=128; fi
if [[ $network == *:* ]]; then
  [[ $gateway == *:* ]] || die 2 "network and gateway are of different families"
else
  [[ $gateway != *:* ]] || die 2 "network and gateway are of different families"
fi
((length <= most)) || die 2 "--network: the length is at most $most"
((length > 0)) || die 2 "refused: this would be a default route"
command -v ip >/dev/null || die 3 "ip is not installed"

present() { ip "$family" route show exact "$network"; }
now=$(present) || die 3 "ip does not take the network $network"
if [[ -n $now ]]; then
  if [[ " $now " == *" via $gateway "* ]]; then
    printf 'nothing to do: %s\n' "$now"
    exit 0
  fi
  die 3 "there is another route already: $now"
fi
way=$(ip "$family" -o route get "$gateway" 2>/dev/null) || die 3 "the gateway $gateway cannot be reached"
[[ $way != *" via "* ]] || die 3 "the gateway $gateway is not on a network of this host: ${way%% uid*}"
[[ $way != local* && $way != *" dev lo "* ]] || die 3 "the gateway $gateway is this host"
[[ $way =~ \ dev\ ([^ ]+) ]] || die 3 "no interface leads to the gateway $gateway"
device=${BASH_REMATCH[1]}
# What is reached today by a shorter route goes another way afterwards.
if $dry_run; then
  printf 'would add: %s via %s dev %s\n' "$network" "$gateway" "$device"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"
ip "$family" route add "$network" via "$gateway" dev "$device" || die 1 "could not add the route (are bits set behind the length?)"
now=$(present)
[[ " $now " == *" via $gateway "* ]] || die 1 "the route is not there"
printf 'added: %s\nit is gone after a restart of the host or of the interface\n' "$now"
