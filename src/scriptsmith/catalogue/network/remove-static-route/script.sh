#!/usr/bin/env bash
# Remove a static route to a network.
#
# Undo: ip route add with the line that it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remove-static-route --network CIDR [--dry-run]

Remove the one route to a network, for as long as the host runs: what the network's configuration
says comes back at the next start. Refused are the default route, routes that the kernel made for
an address of this host, and the route by which your own SSH session comes in.

  --network CIDR  network of the route, as ADDRESS/LENGTH
  --dry-run       say what would be done, change nothing
  --help          show this text

Exit status: 0 there is no such route (any more), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'remove-static-route: %s\n' "$2" >&2
  exit "$1"
}

network='' dry_run=false
while (($# > 0)); do
  case $1 in
    --network)
      (($# >= 2)) || die 2 "$1 needs a value"
      network=$2
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
[[ $network =~ ^([0-9A-Fa-f:.]+)/([0-9]{1,3})$ ]] || die 2 "--network takes ADDRESS/LENGTH, not '$network'"
((10#${BASH_REMATCH[2]} > 0)) || die 2 "refused: this is the default route"
family=-4
[[ $network != *:* ]] || family=-6
command -v ip >/dev/null || die 3 "ip is not installed"

present() { ip "$family" route show exact "$network"; }
now=$(present) || die 3 "ip does not take the network $network"
if [[ -z $now ]]; then
  printf 'nothing to do: there is no route to exactly %s\n' "$network"
  exit 0
fi
[[ $now != *$'\n'* ]] || die 3 "there are several routes, remove one by hand:"$'\n'"$now"
[[ " $now " != *" proto kernel "* ]] || die 3 "this route belongs to an address of this host: $now"
if [[ -n ${SSH_CONNECTION:-} ]]; then
  client=${SSH_CONNECTION%% *}
  # A client of the other family does not match, and ip says so by failing.
  used=$(ip "$family" -o route get fibmatch "${client%%%*}" 2>/dev/null) || used=''
  [[ ${used%% *} != "${now%% *}" ]] || die 3 "your own session from $client comes in by this route"
fi
if $dry_run; then
  printf 'would remove: %s\n' "$now"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"
ip "$family" route del "$network" || die 1 "could not remove the route"
[[ -z $(present) ]] || die 1 "the route is still there"
printf 'removed: %s\n' "$now"
way=$(ip "$family" -o route get "${network%/*}" 2>/dev/null) || way='nothing: it cannot be reached any more'
printf 'what leads there now: %s\n' "${way%% uid*}"
