#!/usr/bin/env bash
# Take a network interface down without cutting your own access.
#
# Undo: bring-interface-up with the same name; routes through it and IPv6 addresses must come from
# its configuration again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: bring-interface-down --interface NAME [--dry-run]

Set a network interface down. Refused are the loopback, an interface of a default route, and one
by which an SSH session comes in that is open now, be it by a bridge, a bond or a VLAN on top of
it, or where a tunnel hides the way; access by other means than SSH is not known to this. The TCP
connections of its addresses, and the addresses and routes that go with it, are shown before. A network manager may bring it up again.

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
for tool in ip ss sed sort awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
flags() {
  local line
  line=$(ip -o link show dev "$interface" 2>/dev/null) || return
  line=${line#*<}
  printf ',%s,' "${line%%>*}"
}
now=$(flags) || die 3 "no such interface: $interface"
# An interface may have several names; those of routes are the first.
name=$(ip -o link show dev "$interface") || die 3 "no such interface: $interface"
name=${name#*: } name=${name%%: *}
interface=${name%%@*}
[[ $now != *,LOOPBACK,* ]] || die 3 "refused: programs of this host talk to one another over $interface"
if [[ $now != *,UP,* ]]; then
  printf 'nothing to do: %s is down already\n' "$interface"
  exit 0
fi

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

# carried: the interface and all that goes with it, blanks around each: bridges and bonds that it is a port of, VLANs on it
carried() {
  local links set=" $interface " grown=true name rest lower
  links=$(ip -o link show) || return 1
  while $grown; do
    grown=false
    while read -r _ name rest; do
      name=${name%:}
      lower=${name#*@} name=${name%%@*}
      if [[ $set == *" $lower "* && $set != *" $name "* ]]; then set+="$name " grown=true; fi
      if [[ $set == *" $name "* && $rest =~ \ master\ ([^ ]+) && $set != *" ${BASH_REMATCH[1]} "* ]]; then
        set+="${BASH_REMATCH[1]} " grown=true
      fi
    done < <(printf '%s\n' "$links")
  done
  printf '%s' "$set"
}
goes=$(carried) || die 3 "ip cannot list the interfaces"

for family in -4 -6; do
  [[ $family == -4 || -e /proc/net/if_inet6 ]] || continue # a kernel without IPv6
  routes=$(ip "$family" route show table all default) || die 3 "ip cannot read the routes"
  for name in $goes; do
    [[ " ${routes//$'\n'/ } " != *" dev $name "* ]] || die 3 "refused: a default route (IPv${family#-}) goes through $name"
  done
done
sessions=$(ssh_sessions) || die 3 "refused: nobody can tell by which way you are logged in (run as root; a session through a tunnel tells nothing)"
while read -r client server _; do
  [[ -n $client ]] || continue
  device=''
  if [[ $client == *%* ]]; then
    device=${client#*%}
  else
    way=$(ip -o route get "$client" from "$server" 2>/dev/null) || way=$(ip -o route get "$client") ||
      die 3 "refused: nobody can tell by which interface the SSH session from $client comes in"
    if [[ $way =~ \ dev\ ([^ ]+) ]]; then device=${BASH_REMATCH[1]}; fi
  fi
  [[ -n $device ]] || die 3 "refused: nobody can tell by which interface the SSH session from $client comes in"
  [[ $goes != *" $device "* ]] || die 3 "refused: an SSH session from $client comes in through $device"
  holder=$(ip -o address show to "${server%%%*}") || holder=''
  holder=${holder#*: } holder=${holder%% *}
  [[ -z $holder || $goes != *" $holder "* ]] || die 3 "refused: $server, which an SSH session from $client goes to, is an address of $holder"
  about=$(ip -d -o link show dev "$device") || die 3 "refused: nobody can tell what $device is, by which the SSH session from $client comes in"
  if [[ $about != *link/ether* || $about =~ [[:space:]](vxlan|geneve|gretap|ip6gretap|tun|macsec)[[:space:]] ]]; then
    die 3 "refused: an SSH session from $client comes in through the tunnel $device, and what that goes through is not known"
  fi
done < <(printf '%s\n' "$sessions")
if [[ -z $sessions ]]; then printf 'note: no SSH session is open; be sure of another way in\n' >&2; fi

# Storage and clients of a service come in by it, too.
filter=()
for name in $goes; do
  while read -r _ _ _ address _; do
    address=${address%/*}
    [[ $address != *:* ]] || address="[$address]"
    [[ -z $address ]] || filter+=(or src "$address")
  done < <(ip -o address show dev "$name")
done
if ((${#filter[@]} > 0)); then
  open=$(ss --no-header --tcp --numeric --processes state established "${filter[@]:1}") || die 3 "ss cannot list the connections"
  [[ -z $open ]] || printf 'warning: %d open TCP connections of its addresses break:\n%s\n' "$(wc -l < <(printf '%s\n' "$open"))" "$(sed -n '1,10p' < <(printf '%s\n' "${open//[^[:print:][:space:]]/?}"))" >&2
fi

printf 'addresses and routes that go with it:\n'
ip -o address show dev "$interface" | awk '{ print "  " $3, $4 }'
ip route show dev "$interface" | sed 's/^/  route /'
[[ ! -e /proc/net/if_inet6 ]] || ip -6 route show dev "$interface" | sed 's/^/  route /'
if $dry_run; then
  printf 'would take down: %s\n' "$interface"
  exit 0
fi
[[ $(id -u) == 0 ]] || die 3 "this needs root"
ip link set dev "$interface" down || die 1 "could not take $interface down"
now=$(flags) || die 1 "$interface has gone"
[[ $now != *,UP,* ]] || die 1 "$interface is up (again): does a network manager govern it?"
printf 'down: %s\n' "$interface"
