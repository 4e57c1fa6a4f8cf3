#!/usr/bin/env bash
# Remove a static route to a network.
#
# Undo: ip route add with the line that it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remove-static-route --network CIDR [--dry-run]

Remove the one route to a network, for as long as the host runs: what the network's configuration
says comes back at the next start, which is told, with the files that name the network. Refused are the default route, routes that the kernel made for
an address of this host or that a routing program made, the route by which an SSH session that is open now comes in, and one by
which the gateway of another route is reached. Only the main table is looked at.

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
for tool in ip ss sed sort grep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

present() { ip "$family" route show exact "$network"; }
now=$(present) || die 3 "ip does not take the network $network"
if [[ -z $now ]]; then
  printf 'nothing to do: the main table has no route to exactly %s\n' "$network"
  exit 0
fi
[[ $now != *$'\n'* ]] || die 3 "there are several routes, remove one by hand:"$'\n'"$now"
[[ " $now " != *" proto kernel "* ]] || die 3 "this route belongs to an address of this host: $now"
daemons='(ra|redirect|gated|zebra|bird|babel|bgp|isis|ospf|rip|eigrp|openr)'
[[ ! " $now " =~ \ proto\ $daemons\  ]] || die 3 "refused: this is no static route, ${BASH_REMATCH[1]} made it and may make it again: $now"
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

# by_this ADDRESS [from ADDRESS]: is the route that leads to the address this one?
by_this() {
  local used
  used=$(ip "$family" -o route get fibmatch "$@" 2>/dev/null) || used=$(ip "$family" -o route get fibmatch "$1") ||
    die 3 "refused: ip does not tell by which route $1 is reached"
  [[ ${used%% *} == "${now%% *}" ]]
}
sessions=$(ssh_sessions) || die 3 "refused: nobody can tell by which way you are logged in (run as root; a session through a tunnel tells nothing)"
while read -r client server _; do
  [[ -n $client && $client != *%* ]] || continue # an address with an interface in it needs no route
  if [[ $client == *:* ]]; then of=-6; else of=-4; fi
  [[ $of == "$family" ]] || continue
  ! by_this "$client" from "$server" || die 3 "refused: an SSH session from $client comes in by this route"
done < <(printf '%s\n' "$sessions")
routes=$(ip "$family" route show) || die 3 "ip cannot read the routes"
while [[ $routes =~ \ via\ ([0-9A-Fa-f:.]+)\ (.*) ]]; do
  gateway=${BASH_REMATCH[1]} routes=${BASH_REMATCH[2]}
  if [[ $gateway == fe80:* ]]; then continue; fi
  ! by_this "$gateway" || die 3 "refused: $gateway, the gateway of another route, is reached by this route"
done
# What ip prints of the state of a route is nothing that it takes: a dead link, hardware, a time to live.
route=() skip=false
for word in $now; do
  case $word in
    linkdown | dead | pervasive | offload | trap | notify | rt_offload | rt_trap | rt_offload_failed) continue ;;
    expires | error | nhid) skip=true && continue ;;
  esac
  if $skip; then skip=false; else route+=("$word"); fi
done
files=$(grep -rlswF -- "${network%/*}" /etc/netplan /etc/network /etc/NetworkManager/system-connections /etc/systemd/network \
  /etc/sysconfig/network-scripts /etc/sysconfig/network /etc/wireguard) || true # not every system has all of them
printf 'note: what the configuration of the network says comes back at its next start%s\n' "${files:+; it names ${network%/*} in:}" >&2
[[ -z $files ]] || printf '%s\n' "$files" >&2
if $dry_run; then
  printf 'would remove: %s\n' "${route[*]}"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"
ip "$family" route del "${route[@]}" || die 1 "could not remove the route"
[[ -z $(present) ]] || die 1 "the route is still there"
printf 'removed: %s\n' "${route[*]}"
way=$(ip "$family" -o route get "${network%/*}" 2>/dev/null) || way='nothing: it cannot be reached any more'
printf 'what leads there now: %s\n' "${way%% uid*}"
