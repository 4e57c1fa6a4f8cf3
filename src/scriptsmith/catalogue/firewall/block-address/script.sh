#!/usr/bin/env bash
# Block an IP address with iptables.
#
# Undo: unblock-address with the same address.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: block-address --address ADDRESS [--dry-run]

Drop all packets that come from one address, by a rule at the head of the INPUT chain: it counts
for connections that are open too, until the rules are loaded anew or the host restarts. Refused
are this host's own addresses, its gateways and name servers, and the address your SSH session
comes from.

  --address ADDRESS  IPv4 or IPv6 address to block
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 it is blocked, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'block-address: %s\n' "$2" >&2
  exit "$1"
}

address='' dry_run=false
while (($# > 0)); do
  case $1 in
    --address)
      (($# >= 2)) || die 2 "$1 needs a value"
      address=$2
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

[[ -n $address ]] || die 2 "--address is required (see --help)"
[[ $address =~ ^[0-9]{1,3}(\.[0-9]{1,3}){3}$ || $address =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$ ]] ||
  die 2 "--address takes an IP address, not '$address'"
[[ $address != 0.0.0.0 && ! $address =~ ^[0:]+$ ]] || die 2 "refused: $address stands for everybody"
if [[ $address != *:* ]]; then
  for part in ${address//./ }; do
    ((10#$part <= 255)) || die 2 "--address takes an IP address, not '$address'"
  done
fi
PATH=$PATH:/usr/sbin:/sbin
filter=iptables family=-4
if [[ $address == *:* ]]; then filter=ip6tables family=-6; fi
for tool in "$filter" ip; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# The kernel's own spelling, for IPv6 is written in many ways.
way=$(ip "$family" -o route get "$address" 2>&1) || way=''
spelled=$(sed -n -E 's/^(local |broadcast |multicast |unreachable )?([0-9A-Fa-f:.]+) .*/\2/p' <<<"$way")
spelled=${spelled:-${address,,}}
[[ $way != local* ]] || die 3 "refused: $address belongs to this host"
[[ $way != multicast* && $way != broadcast* && ! $spelled =~ ^(127\.|22[4-9]\.|23[0-9]\.|255\.|::1$|ff) ]] || die 3 "refused: $address is no address of another host"
if [[ -n ${SSH_CONNECTION:-} ]]; then
  client=${SSH_CONNECTION%% *}
  client=${client%%%*} client=${client#::ffff:}
  [[ ${client,,} != "${spelled,,}" && ${client,,} != "${address,,}" ]] || die 3 "refused: your own session comes from $client"
fi
gateways=$(ip "$family" route show default) || gateways=''
[[ " ${gateways//$'\n'/ } " != *" via $spelled "* ]] || die 3 "refused: $address is the gateway of this host"
if [[ -r /etc/resolv.conf ]] && grep -qxE "nameserver[[:space:]]+${spelled//./\\.}" /etc/resolv.conf; then
  die 3 "refused: $address is a name server of this host"
fi

[[ $(id -u) == 0 ]] || die 3 "this needs root"
rule=(--source "$address" --jump DROP)
blocked() { "$filter" --wait 5 --check INPUT "${rule[@]}" 2>/dev/null; }
if blocked; then
  printf 'nothing to do: %s is blocked already\n' "$address"
  exit 0
fi
if $dry_run; then
  printf 'would block: %s (%s)\n' "$address" "$filter"
  exit 0
fi
"$filter" --wait 5 --insert INPUT 1 "${rule[@]}" || die 1 "could not add the rule"
blocked || die 1 "the rule is not there"
printf 'blocked: %s; it is gone after a restart or when the rules are loaded anew\n' "$address"
