#!/usr/bin/env bash
# List the ports on which this host listens, and who can reach them.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-listening-ports [--protocol tcp|udp|both] [--scope all|exposed]

List each port that waits for connections or datagrams, with protocol, address, process, and
whether it is open to all networks, to one address, or to this host only. The firewall is not looked
at: it may be in the way, and ports that it passes on to containers (docker without its proxy,
NodePorts of Kubernetes) have no socket here.

  --protocol tcp|udp|both  which protocols to list (default both)
  --scope all|exposed      exposed leaves out what only this host can reach (default all)
  --help                   show this text

Exit status: 0 done (also when there is none), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-listening-ports: %s\n' "$2" >&2
  exit "$1"
}

protocol=both scope=all
while (($# > 0)); do
  case $1 in
    --protocol | --scope)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --protocol) protocol=$2 ;;
        --scope) scope=$2 ;;
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

case $protocol in
  tcp | udp | both) ;;
  *) die 2 "--protocol takes tcp, udp or both, not '$protocol'" ;;
esac
case $scope in
  all | exposed) ;;
  *) die 2 "--scope takes all or exposed, not '$scope'" ;;
esac
for tool in ss sort; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
kinds=(--tcp --udp)
[[ $protocol == both ]] || kinds=("--$protocol")
sockets=$(ss --no-header --listening --numeric --processes "${kinds[@]}") || die 1 "ss could not list the sockets"

printf 'not looked at: the firewall; ports that it passes on to containers (DNAT) are open and not listed\n' >&2
[[ $(id -u) == 0 ]] || printf 'note: programs of others only root can see\n' >&2
lines=()
while IFS= read -r line; do
  [[ -n $line ]] || continue
  # With one protocol ss leaves its column out.
  if [[ $protocol == both ]]; then
    read -r name _ _ _ here _ process <<<"$line"
  else
    read -r _ _ _ here _ process <<<"$line"
    name=$protocol
  fi
  port=${here##*:} address=${here%:*}
  case $address in
    127.* | '[::1]' | *%lo | '[::ffff:127.'*) reach='this host only' ;;
    '*' | 0.0.0.0 | '[::]' | '[::]%'* | 0.0.0.0%*) reach='all networks' ;;
    *) reach='one address' ;;
  esac
  [[ $scope == all || $reach != 'this host only' ]] || continue
  # users:(("nginx",pid=7,fd=6),("nginx",pid=8,fd=6)): the names, each once.
  programs='' rest=$process
  while [[ $rest =~ \(\"([^\"]*)\",pid=([0-9]+),[^\)]*\)(.*) ]]; do
    rest=${BASH_REMATCH[3]}
    [[ $programs == *"${BASH_REMATCH[1]}("* ]] || programs+="${programs:+, }${BASH_REMATCH[1]}(${BASH_REMATCH[2]})"
  done
  [[ $programs != *[[:cntrl:]]* ]] || programs=${programs@Q}
  printf -v line '%-5s %6s  %-15s %-28s %s' "$name" "$port" "$reach" "$address" "${programs:--}"
  lines+=("$line")
done <<<"$sockets"
if ((${#lines[@]} == 0)); then
  printf 'no listening port (%s, %s)\n' "$protocol" "$scope"
  exit 0
fi
# Several sockets of one program on one port (SO_REUSEPORT) look the same.
table=$(printf '%s\n' "${lines[@]}" | LC_ALL=C sort -k2,2n -k1,1 -k3 | uniq)
printf '%s\n%d listening sockets\n' "$table" "$(wc -l <<<"$table")"
