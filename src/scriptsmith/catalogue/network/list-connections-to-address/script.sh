#!/usr/bin/env bash
# List the TCP connections to and from one address.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-connections-to-address --address ADDRESS [--port PORT]

List the TCP connections of this host with one remote address (by hand also a network, as
ADDRESS/LENGTH), with state, local port, remote port and process. With a remote port only those to
that port are listed: is the application connected to its database at all? A sum by state follows.
A container mostly has a network of its own, which is not looked into: for each such network one
process is named, with the command that looks there.

  --address ADDRESS  remote address
  --port PORT        remote port; 0 is every port (default 0)
  --help             show this text

Exit status: 0 there are some, 1 there is none, or it failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'list-connections-to-address: %s\n' "$2" >&2
  exit "$1"
}

address='' port=0
while (($# > 0)); do
  case $1 in
    --address | --port)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --address) address=$2 ;;
        --port) port=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $address ]] || die 2 "--address is required (see --help)"
[[ $address =~ ^[0-9]{1,3}(\.[0-9]{1,3}){3}(/[0-9]{1,2})?$ || $address =~ ^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(/[0-9]{1,3})?$ ]] ||
  die 2 "--address takes an IP address or a network, not '$address'"
{ [[ $port =~ ^[0-9]{1,7}$ ]] && ((10#$port >= 0 && 10#$port <= 65535)); } ||
  die 2 "--port takes a whole number from 0 to 65535, not '$port'"
port=$((10#$port))
command -v ss >/dev/null || die 3 "ss is not installed"
# In a filter of ss an IPv6 address needs brackets, or its end is read as a port.
peer=$address
[[ $address != *:* ]] || peer="[$address]"
filter=(dst "$peer")
((port == 0)) || filter+=(and dport '=' ":$port")
sockets=$(ss --no-header --tcp --numeric --processes state connected "${filter[@]}") || die 1 "ss could not list the sockets"
other_networks() { # PID NAME of one process in each network other than this one, as containers have them; root sees all
  local network known pid name networks=(/proc/self/ns/net)
  for network in /proc/[0-9]*/ns/net; do
    for known in "${networks[@]}"; do
      if [[ ! -e $network || $network -ef $known ]]; then continue 2; fi
    done
    networks+=("$network") pid=${network#/proc/}
    { read -r name <"/proc/${pid%%/*}/comm"; } 2>/dev/null || continue
    printf '%s %s\n' "${pid%%/*}" "${name//[[:cntrl:]]/?}"
  done
}
where="$address"
((port == 0)) || where+=", its port $port"
others=$(other_networks)
while read -r pid name; do
  [[ -z $pid ]] || printf 'not looked into: the network of process %s (%s): nsenter -t %s -n ss -tnp dst %s\n' "$pid" "$name" "$pid" "'$peer'"
done <<<"$others"
[[ $(id -u) == 0 ]] || printf 'note: whether there are containers with a network of their own only root can see\n' >&2
if [[ -z $sockets ]]; then
  printf 'no TCP connection with %s%s\n' "$where" "${others:+ in the network of this host itself}"
  exit 1
fi
declare -A sum=()
while read -r state _ _ local remote process; do
  sum[$state]=$((${sum[$state]:-0} + 1))
  # users:(("name",pid=7,fd=3)): a program chooses its own name.
  process=${process:--}
  [[ $process != *[[:cntrl:]]* ]] || process=${process@Q}
  printf '%-12s %s -> %s  %s\n' "$state" "$local" "$remote" "$process"
done <<<"$sockets"
total=0
for state in "${!sum[@]}"; do total=$((total + sum[$state])); done
printf '%d connections with %s:' "$total" "$where"
for state in "${!sum[@]}"; do printf ' %d %s;' "${sum[$state]}" "$state"; done
printf '\n'
