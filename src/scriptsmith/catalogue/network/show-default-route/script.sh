#!/usr/bin/env bash
# Show the default route and whether its gateway answers.
#
# Undo: nothing to undo, it only reads and may send one ping.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-default-route [--family ipv4|ipv6|both]

Show the default routes, for IPv4 unless told otherwise, with interface, metric and the state of that interface,
and whether the gateway answers: a gateway that was not asked lately gets one ping, and it is its
hardware address that counts, for many answer no ping; on a link without such addresses (a tunnel)
the ping decides. A default route that leads nowhere (blackhole, unreachable) is broken. Routes of other tables
(policy routing) are not looked at; that packets for the internet go another way is told.

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
for tool in ip ping; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
bad=0
look() { # -4|-6
  local routes line gateway device state operstate far=1.1.1.1
  routes=$(ip "$1" route show default) || die 1 "ip cannot read the routes"
  # A VPN may leave the default route as it is, and take the packets by a rule or by a narrower route.
  [[ $1 == -4 ]] || far=2606:4700:4700::1111
  line=$(ip "$1" -o route get "$far" 2>/dev/null) || line=''
  if [[ $line =~ \ dev\ ([^ ]+) && " ${routes//$'\n'/ } " != *" dev ${BASH_REMATCH[1]} "* ]]; then
    printf 'IPv%s: NOT BY THE DEFAULT ROUTE of the main table goes what is for the internet (a VPN, a rule?): %s\n' "${1#-}" "${line%%[\\]*}"
  fi
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
    if [[ $line =~ ^(blackhole|unreachable|prohibit|throw)\  ]]; then
      printf '  IT LEADS NOWHERE (%s)\n' "${BASH_REMATCH[1]}"
      bad=1
      continue
    fi
    [[ -n $device ]] || continue # several next hops stand on lines of their own, indented
    operstate=$(ip -o link show dev "$device" 2>/dev/null) || operstate=''
    if [[ $operstate != *[,\<]UP[,\>]* || $operstate == *NO-CARRIER* || $line == *linkdown* ]]; then
      printf '  INTERFACE %s IS DOWN or has no carrier\n' "$device"
      bad=1
    fi
    [[ -n $gateway ]] || continue
    # Without `nud all` ip leaves out what needs no hardware address.
    neighbour=(ip neigh show to "$gateway" dev "$device" nud all) answered=false
    state=$("${neighbour[@]}" 2>/dev/null) || state=''
    state=${state%"${state##*[! ]}"} # ip ends its lines with a blank
    case ${state##* } in
      REACHABLE | PERMANENT) ;;
      *)
        if ping -n -q -c 1 -W 1 -I "$device" "$gateway" >/dev/null 2>&1; then answered=true; fi
        # A stale address is asked for after five seconds, thrice, one second apart.
        for ((waited = 0; waited < 10; waited++)); do
          state=$("${neighbour[@]}" 2>/dev/null) || state=''
          state=${state%"${state##*[! ]}"}
          case ${state##* } in
            REACHABLE | FAILED | NOARP) break ;;
            '') ! $answered || break ;;
          esac
          sleep 1
        done
        ;;
    esac
    case ${state##* } in
      NOARP | '')
        if $answered; then
          printf '  gateway %s answers (to a ping)\n' "$gateway"
        elif [[ -n $state ]]; then
          printf '  gateway %s needs no hardware address on %s, and answers no ping: whether it is there is not known\n' "$gateway" "$device"
        else
          printf '  gateway %s: nothing is known of it\n' "$gateway"
        fi
        ;;
      PERMANENT) printf '  gateway %s has a hardware address that was set by hand: whether it answers is not known\n' "$gateway" ;;
      REACHABLE) printf '  gateway %s answers (REACHABLE)\n' "$gateway" ;;
      FAILED | INCOMPLETE)
        printf '  GATEWAY %s DOES NOT ANSWER (%s)\n' "$gateway" "${state##* }"
        bad=1
        ;;
      *) printf '  gateway %s: nothing is known of it\n' "$gateway" ;;
    esac
  done <<<"$routes"
}
[[ $family == ipv6 ]] || look -4
[[ $family == ipv4 ]] || look -6
exit "$bad"
