#!/usr/bin/env bash
# Add a static route to a network through a gateway.
#
# Undo: remove-static-route with the same network.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: add-static-route --network CIDR --gateway ADDRESS [--dry-run]

Add a route to a network through a gateway until the host, the interface or what manages the network
(systemd-networkd) starts anew: it is not written to the network's configuration. Refused are the default route and what covers as much, a network to which
another route exists or in which the gateway lies itself, and one from which an SSH session comes
in now by another way. The gateway must be reachable without a gateway itself; a link-local
one (fe80::) is refused, for it needs an interface.

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
((length == 0 || (family == -4 ? length >= 8 : length >= 7))) || die 2 "refused: /$length covers so much that it stands for the default route"
((length <= most)) || die 2 "--network: the length is at most $most"
((length > 0)) || die 2 "refused: this would be a default route"
for tool in ip ss sed sort; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

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
inside() { # ADDRESS: does it lie in the network?
  local address
  address=$(bits "$1") && [[ ${address:0:length} == "$prefix" ]]
}
prefix=$(bits "${network%/*}") || die 2 "--network takes ADDRESS/LENGTH, not '$network'"
[[ $prefix =~ ^.{$length}0*$ ]] || die 2 "--network: bits are set behind the length of $length"
prefix=${prefix:0:length}
bits "$gateway" >/dev/null || die 2 "--gateway takes an IP address, not '$gateway'"
[[ ${gateway,,} != fe80:* ]] || die 2 "--gateway: a link-local address leads nowhere without its interface; name another one"
! inside "$gateway" || die 3 "refused: the gateway $gateway lies in $network itself"

present() { ip "$family" route show exact "$network"; }
now=$(present) || die 3 "ip does not take the network $network"
spelled=$(ip "$family" -o route get "$gateway" 2>/dev/null) || spelled=$gateway
spelled=${spelled#local } spelled=${spelled%% *}
if [[ -n $now ]]; then
  if [[ " $now " == *" via $spelled "* && $now != *$'\n'* ]]; then
    printf 'nothing to do: %s\n' "$now"
    exit 0
  fi
  die 3 "there is another route already: $now"
fi
way=$(ip "$family" -o route get "$gateway" 2>&1) || die 3 "the gateway $gateway cannot be reached"
[[ $way != *" via "* ]] || die 3 "the gateway $gateway is not on a network of this host: ${way%% uid*}"
[[ $way != local* && $way != *" dev lo "* ]] || die 3 "the gateway $gateway is this host"
[[ $way =~ \ dev\ ([^ ]+) ]] || die 3 "no interface leads to the gateway $gateway"
device=${BASH_REMATCH[1]}
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

# What is reached by a shorter route today goes another way afterwards.
sessions=$(ssh_sessions) || die 3 "refused: nobody can tell by which way you are logged in (run as root; a session through a tunnel tells nothing)"
while read -r client server _; do
  [[ -n $client && $client != *%* ]] || continue
  if ! inside "$client"; then continue; fi
  used=$(ip "$family" -o route get "$client" from "$server" 2>/dev/null) || used=''
  [[ " $used " == *" via $spelled dev $device "* ]] ||
    die 3 "refused: an SSH session comes from $client, in this network, and not by this gateway"
done < <(printf '%s\n' "$sessions")
used=$(ip "$family" -o route get "${network%/*}" 2>/dev/null) || used='nowhere'
printf 'what leads there now: %s\n' "${used%% uid*}"
if $dry_run; then
  printf 'would add: %s via %s dev %s\n' "$network" "$gateway" "$device"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"
ip "$family" route add "$network" via "$gateway" dev "$device" || die 1 "could not add the route"
now=$(present)
[[ " $now " == *" via $spelled "* ]] || die 1 "the route is not there"
printf 'added: %s\nit is gone after a restart of the host, of the interface or of systemd-networkd\n' "$now"
