#!/usr/bin/env bash
# Show the default route and whether its gateway answers.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-default-route [--family ipv4|ipv6|both]

Show the default routes for IPv4 and IPv6 with interface, metric and the state of that interface,
and what the neighbour table knows of the gateway: reachable, not asked lately, or failed. Nothing
is sent; routes of other tables (policy routing) are not looked at.

  --family ipv4|ipv6|both  which routes to look at (default ipv4)
  --help                   show this text

Exit status: 0 there is a default route and no sign of trouble with it, 1 there is none or it is
broken, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-default-route: %s\n' "$2" >&2
  exit "$1"
}

family=ipv4
while (($# > 0)); do
  case $1 in
    --family)
      (($# >= 2)) || die 2 "$1 needs a value"
      family=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

case $family in
  ipv4 | ipv6 | both) ;;
  *) die 2 "--family takes ipv4, ipv6 or both, not '$family'" ;;
esac
command -v ip >/dev/null || die 3 "ip is not installed"
bad=0
look() { # -4|-6
  local routes line gateway device state operstate
  routes=$(ip "$1" route show default) || die 1 "ip cannot read the routes"
  if [[ -z $routes ]]; then
    printf 'IPv%s: NO DEFAULT ROUTE\n' "${1#-}"
    bad=1
    return
  fi
  while IFS= read -r line; do
    gateway='' device='' state=''
    [[ $line =~ via\ (inet6\ )?([0-9A-Fa-f.:]+) ]] && gateway=${BASH_REMATCH[2]}
    [[ $line =~ dev\ ([^ ]+) ]] && device=${BASH_REMATCH[1]}
    printf 'IPv%s: %s\n' "${1#-}" "${line% }"
    if [[ -z $device ]]; then
      # Several next hops stand on lines of their own, indented.
      [[ $line == default* && $line != *nexthop* ]] || continue
      continue
    fi
    operstate=$(ip -o link show dev "$device" 2>/dev/null) || operstate=''
    if [[ $operstate != *[,\<]UP[,\>]* || $operstate == *NO-CARRIER* || $line == *linkdown* ]]; then
      printf '  INTERFACE %s IS DOWN or has no carrier\n' "$device"
      bad=1
    fi
    [[ -n $gateway ]] || continue
    state=$(ip neigh show to "$gateway" dev "$device" 2>/dev/null) || state=''
    case ${state##* } in
      REACHABLE | DELAY | PROBE | PERMANENT) printf '  gateway %s answers (%s)\n' "$gateway" "${state##* }" ;;
      FAILED | INCOMPLETE)
        printf '  GATEWAY %s DOES NOT ANSWER (%s)\n' "$gateway" "${state##* }"
        bad=1
        ;;
      *) printf '  gateway %s was not asked lately\n' "$gateway" ;;
    esac
  done <<<"$routes"
}
[[ $family == ipv6 ]] || look -4
[[ $family == ipv4 ]] || look -6
exit "$bad"
