#!/usr/bin/env bash
# Makes sure that a network is reached through a given gateway and interface.
set -euo pipefail

if (($# != 3)); then
  printf 'usage: %s PREFIX GATEWAY INTERFACE\n' "${0##*/}" >&2
  exit 2
fi
prefix=$1 gateway=$2 interface=$3

if ! ip link show dev "$interface" >/dev/null; then
  printf 'error: there is no interface %s\n' "$interface" >&2
  exit 2
fi
if ! present=$(ip -4 route show "$prefix"); then
  printf 'error: the routing table cannot be read\n' >&2
  exit 1
fi

verb=add said=added
if [[ -n $present ]]; then
  read -r -a words <<<"$present"
  if [[ ${words[*]:1:4} == "via $gateway dev $interface" && $present != *$'\n'* ]]; then
    printf 'unchanged\n'
    exit 0
  fi
  verb=replace said=replaced
fi
if ! ip route "$verb" "$prefix" via "$gateway" dev "$interface"; then
  printf 'error: the route to %s was refused\n' "$prefix" >&2
  exit 1
fi
printf '%s\n' "$said"
