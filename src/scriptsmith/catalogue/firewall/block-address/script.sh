#!/usr/bin/env bash
# Block an IP address with iptables.
#
# Undo: unblock-address with the same address.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: block-address --address ADDRESS [--dry-run]

Drop all packets that come from one address to this host, by a rule at the head of the INPUT
chain: it counts for connections that are open too, until the rules are loaded anew or the host
restarts. What is passed on to containers and virtual machines does not go through INPUT; where ports
are, that is said. Behind a load balancer or proxy packets come from that, not from its clients:
block them there. Refused
are this host's own addresses, its gateways and name servers, and each address from which an SSH
session is open. The other end of a tunnel (WireGuard, OpenVPN) through which one may come in is not
known; that there may be one is told.

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
# bits ADDRESS: an IP address as 32 or 128 digits 0 and 1; fails when it is none
bits() {
  local address=${1,,} part parts rest=() text='' width=8 i
  if [[ $address != *:* ]]; then
    [[ $address =~ ^((0|[1-9][0-9]{0,2})\.){3}(0|[1-9][0-9]{0,2})$ ]] || return 1
    IFS=. read -r -a parts < <(printf '%s\n' "$address")
    for part in "${parts[@]}"; do ((part <= 255)) || return 1; done
  else
    width=16
    [[ $address != *[!:]: ]] || return 1
    [[ $address != *.* ]] || bits "${address##*:}" >/dev/null || return 1
    if [[ $address =~ ^(.*:)([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})$ ]]; then
      printf -v address '%s%x:%x' "${BASH_REMATCH[1]}" $((10#${BASH_REMATCH[2]} * 256 + 10#${BASH_REMATCH[3]})) \
        $((10#${BASH_REMATCH[4]} * 256 + 10#${BASH_REMATCH[5]}))
    fi
    IFS=: read -r -a parts < <(printf '%s\n' "${address%%::*}")
    if [[ $address == *::* ]]; then
      IFS=: read -r -a rest < <(printf '%s\n' "${address#*::}")
      ((${#parts[@]} + ${#rest[@]} < 8)) || return 1 # it stands for one group at least
      while ((${#parts[@]} + ${#rest[@]} < 8)); do parts+=(0); done
    fi
    parts+=("${rest[@]}")
    ((${#parts[@]} == 8)) || return 1
    for i in "${!parts[@]}"; do
      [[ ${parts[i]} =~ ^[0-9a-f]{1,4}$ ]] || return 1
      parts[i]=$((16#${parts[i]}))
    done
  fi
  for part in "${parts[@]}"; do
    for ((i = width - 1; i >= 0; i--)); do text+=$(((part >> i) & 1)); done
  done
  printf '%s' "$text"
}
wanted=$(bits "$address") || die 2 "--address takes an IP address, not '$address'"
[[ ! $wanted =~ ^0{80}1{16} ]] || die 2 "refused: $address is an IPv4 address, and comes in packets that ip6tables never sees: write it as one, such as 192.0.2.1"
PATH=$PATH:/usr/sbin:/sbin
filter=iptables family=-4
if [[ $address == *:* ]]; then filter=ip6tables family=-6; fi
for tool in "$filter" ip ss sed sort grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# The kernel's own spelling, for IPv6 is written in many ways.
way=$(ip "$family" -o route get "$address" 2>&1) || way=''
spelled=$(sed -n -E 's/^(local |broadcast |multicast |unreachable )?([0-9A-Fa-f:.]+) .*/\2/p' < <(printf '%s\n' "$way"))
spelled=${spelled:-${address,,}}
[[ $way != local* ]] || die 3 "refused: $address belongs to this host"
[[ $way != multicast* && $way != broadcast* && ! $spelled =~ ^(127\.|22[4-9]\.|23[0-9]\.|255\.|::1$|ff) ]] || die 3 "refused: $address is no address of another host"
same() { [[ $(bits "${1%%%*}") == "$wanted" ]]; } # ADDRESS: is it the one to be blocked, in whatever spelling?
[[ $(id -u) == 0 ]] || die 3 "this needs root"
# ssh_sessions: a line CLIENT SERVER PORT for each SSH session that is open on this host. Under sudo and in screen the
# environment does not tell of one's own, so the sockets are asked, by root; others have their environment. It fails when
# nobody can tell: also with mosh, and when all sessions come from this host itself, for then they are the end of a tunnel.
ssh_sessions() {
  local client server port here there process sockets found='' told=false own=false
  if [[ -n ${SSH_CONNECTION:-} ]]; then
    read -r client _ server port < <(printf '%s\n' "$SSH_CONNECTION")
    found="$client $server $port"$'\n'
  fi
  if [[ $(id -u) == 0 ]]; then # only root sees whose a socket is
    sockets=$(ss --no-header --udp --numeric --processes --all) || return 1
    [[ $sockets != *'("mosh-server'* ]] || return 1
    sockets=$(ss --no-header --tcp --numeric --processes state established) || return 1
    while read -r _ _ here there process; do
      [[ ${here##*:} == 22 || $process == *'("sshd'* || $process == *'("dropbear'* ]] || continue
      found+="${there%:*} ${here%:*} ${here##*:}"$'\n'
    done < <(printf '%s\n' "$sockets")
  elif [[ -z $found ]]; then
    return 1
  fi
  while read -r client server port; do
    client=${client//[\[\]]/} server=${server//[\[\]]/}
    client=${client#::ffff:} server=${server#::ffff:}
    case $client in
      '') continue ;;
      127.* | ::1 | "$server") own=true ;;
      *) told=true && printf '%s %s %s\n' "$client" "$server" "$port" ;;
    esac
  done < <(sort -u < <(printf '%s\n' "$found"))
  $told || ! $own
}
# tunnelled DEVICE: may it be a tunnel, or lie on one (a port of the bridge that it is, what a VLAN is on)?
tunnelled() {
  local about ports name devices=("$1") at=0
  while ((at < ${#devices[@]})); do
    about=$(ip -d -o link show dev "${devices[at]}" 2>/dev/null) || return 0
    [[ $about == *link/ether* && ! $about =~ [[:space:]](vxlan|geneve|gretap|ip6gretap|tun|macsec)[[:space:]] ]] || return 0
    ports=$(ip -o link show master "${devices[at]}") || return 0
    name=${about#*: } name=${name%%: *}
    [[ $name == *@* && $name != *@if[0-9]* && $name != *@NONE ]] || name=''
    while read -r name; do
      [[ -z $name || " ${devices[*]} " == *" $name "* ]] || devices+=("$name") # two ends of a veth name one another
    done < <(printf '%s\n' "${name#*@}" && sed -E 's/^[^ ]+ ([^@: ]*).*/\1/' < <(printf '%s\n' "$ports"))
    at=$((at + 1))
  done
  return 1
}
# by_tunnel: may an SSH session come in through a tunnel that ends here?
by_tunnel() {
  local sessions client server way policies
  sessions=$(ssh_sessions) || return 0
  [[ -n $sessions ]] || return 1
  policies=$(ip xfrm policy 2>&1) || return 0
  [[ -z $policies ]] || return 0 # IPsec has no device of its own
  while read -r client server _; do
    if [[ $client == *%* ]]; then
      way=" dev ${client#*%}"
    else
      way=$(ip -o route get "$client" from "$server" 2>/dev/null) || way=$(ip -o route get "$client" 2>/dev/null) || return 0
    fi
    [[ $way =~ \ dev\ ([^ ]+) ]] || return 0
    ! tunnelled "${BASH_REMATCH[1]}" || return 0
  done < <(printf '%s\n' "$sessions")
  return 1
}
sessions=$(ssh_sessions) || die 3 "refused: nobody can tell by which way you are logged in (run as root; a session through a tunnel tells nothing)"
while read -r client _; do
  [[ -z $client ]] || ! same "$client" || die 3 "refused: an SSH session comes from $client"
done < <(printf '%s\n' "$sessions")
if by_tunnel; then
  printf 'note: an SSH session may come in through a tunnel; be sure that %s is not the other end of it\n' "$address" >&2
fi
routes=$(ip "$family" route show) || die 3 "ip cannot read the routes"
while [[ $routes =~ \ via\ (inet6\ )?([0-9A-Fa-f:.]+)(.*) ]]; do
  gateway=${BASH_REMATCH[2]} routes=${BASH_REMATCH[3]}
  ! same "$gateway" || die 3 "refused: $address is a gateway of this host"
done
while read -r word server _; do
  [[ $word != nameserver ]] || ! same "$server" || die 3 "refused: $address is a name server of this host"
done < <(cat /etc/resolv.conf /run/systemd/resolve/resolv.conf /run/NetworkManager/no-stub-resolv.conf 2>/dev/null || true)

# Only where the kernel has that table already, for to list it would load it.
kept=$("$filter" --version 2>/dev/null) || kept=''
names=/proc/net/ip_tables_names
if [[ $filter == ip6tables ]]; then names=/proc/net/ip6_tables_names; fi
if [[ $kept == *nf_tables* ]] || grep -qx nat "$names" 2>/dev/null; then
  passed_on=$("$filter" --wait 5 --table nat --list-rules 2>/dev/null) || passed_on=''
  if [[ $passed_on == *'-j DNAT'* ]]; then
    printf 'note: ports of this host are passed on to containers or other hosts (DNAT), past INPUT: %s still reaches those\n' "$address" >&2
  fi
fi

rule=(--source "$address" --jump DROP)
blocked() { # is the rule there, with nothing before it that could let a packet in?
  local listed line
  "$filter" --wait 5 --check INPUT "${rule[@]}" 2>/dev/null || return 1
  listed=$("$filter" --wait 5 --list-rules INPUT) || die 1 "$filter cannot list the rules"
  while IFS= read -r line; do
    [[ $line == '-A INPUT '* ]] || continue
    [[ $line =~ ^-A\ INPUT\ -s\ ([^ /]+)(/32|/128)?\ -j\ DROP$ ]] || return 1
    if same "${BASH_REMATCH[1]}"; then return 0; fi
  done < <(printf '%s\n' "$listed")
  return 1
}
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
