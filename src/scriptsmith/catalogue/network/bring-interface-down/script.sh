#!/usr/bin/env bash
# Take a network interface down without cutting your own access.
#
# Undo: bring-interface-up with the same name; routes through it and IPv6 addresses must come from
# its configuration again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: bring-interface-down --interface NAME [--dry-run]

Set a network interface down. Refused are the loopback, the interface of the default route, and
the one by which your own SSH session comes in. The addresses and routes that go with it are shown
before. A network manager may bring it up again.

  --interface NAME  name of the interface
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 it is down, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'bring-interface-down: %s\n' "$2" >&2
  exit "$1"
}

interface='' dry_run=false
while (($# > 0)); do
  case $1 in
    --interface)
      (($# >= 2)) || die 2 "$1 needs a value"
      interface=$2
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
command -v ip >/dev/null || die 3 "ip is not installed"
flags() {
  local line
  line=$(ip -o link show dev "$interface" 2>/dev/null) || return
  line=${line#*<}
  printf ',%s,' "${line%%>*}"
}
now=$(flags) || die 3 "no such interface: $interface"
[[ $now != *,LOOPBACK,* ]] || die 3 "refused: programs of this host talk to one another over $interface"
if [[ $now != *,UP,* ]]; then
  printf 'nothing to do: %s is down already\n' "$interface"
  exit 0
fi

for family in -4 -6; do
  routes=$(ip "$family" route show default 2>/dev/null) || routes=''
  [[ " ${routes//$'\n'/ } " != *" dev $interface "* ]] || die 3 "refused: the default route (IPv${family#-}) goes through $interface"
done
if [[ -n ${SSH_CONNECTION:-} ]]; then
  read -r client _ server _ <<<"$SSH_CONNECTION"
  way=$(ip -o route get "${client%%%*}" 2>/dev/null) || way=''
  mine=$(ip -o address show dev "$interface" 2>/dev/null) || mine=''
  [[ " $way " != *" dev $interface "* && $mine != *" ${server%%%*}/"* ]] || die 3 "refused: your own session from $client comes in through $interface"
else
  printf 'warning: not an SSH session as far as can be seen (sudo may hide it); be sure of another way in\n' >&2
fi

printf 'addresses and routes that go with it:\n'
ip -o address show dev "$interface" | awk '{ print "  " $3, $4 }'
ip route show dev "$interface" | sed 's/^/  route /'
if $dry_run; then
  printf 'would take down: %s\n' "$interface"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"
ip link set dev "$interface" down || die 1 "could not take $interface down"
now=$(flags) || die 1 "$interface has gone"
[[ $now != *,UP,* ]] || die 1 "$interface is up (again): does a network manager govern it?"
printf 'down: %s\n' "$interface"
