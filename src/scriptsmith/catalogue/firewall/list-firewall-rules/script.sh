#!/usr/bin/env bash
# List the firewall rules of this host.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-firewall-rules [--port PORT]

List the packet filter rules that are active in the kernel: all of nftables, or those of iptables
where nft is not installed, with counters and, for iptables, line numbers. Rules that ufw,
firewalld, Docker or Kubernetes made are among them; change those with their own tool. With --port
only rules that name the port are shown.

  --port PORT  only rules that name this port; 0 shows all (default 0)
  --help       show this text

Exit status: 0 done (also when there is no rule), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-firewall-rules: %s\n' "$2" >&2
  exit "$1"
}

port=0
while (($# > 0)); do
  case $1 in
    --port)
      (($# >= 2)) || die 2 "$1 needs a value"
      port=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

{ [[ $port =~ ^[0-9]{1,7}$ ]] && ((10#$port >= 0 && 10#$port <= 65535)); } ||
  die 2 "--port takes a whole number from 0 to 65535, not '$port'"
port=$((10#$port))
PATH=$PATH:/usr/sbin:/sbin
[[ $(id -u) == 0 ]] || die 3 "this needs root"
if command -v nft >/dev/null; then
  rules=$(nft --handle list ruleset) || die 1 "nft cannot list the rules"
  source=nft
elif command -v iptables >/dev/null; then
  source=iptables
  rules=''
  for table in filter nat mangle; do
    # A table whose module is not loaded cannot be listed, and filters nothing.
    if part=$(iptables --wait 5 --table "$table" --list --numeric --verbose --line-numbers 2>/dev/null); then
      rules+="# IPv4, table $table"$'\n'"$part"$'\n'
    elif [[ $table == filter ]]; then
      die 1 "iptables cannot list the rules"
    fi
  done
  if command -v ip6tables >/dev/null && part=$(ip6tables --wait 5 --list --numeric --verbose --line-numbers 2>/dev/null); then
    rules+="# IPv6, table filter"$'\n'"$part"
  fi
else
  die 3 "neither nft nor iptables is installed"
fi

if ((port > 0)); then
  # "tcp dport 22", "dport { 22, 80 }", "dpt:22", "dports 22,80", "spts:20:25" is not looked into.
  kept=$(grep -E "port[^a-z]*[^0-9]$port([^0-9]|\$)|(dpt|spt)s?:$port([^0-9]|\$)|ports [0-9,:]*\\b$port([^0-9]|\$)" <<<"$rules") || kept=''
  if [[ -z $kept ]]; then
    printf 'no rule names port %d (%s); ranges are not looked into\n' "$port" "$source"
    exit 0
  fi
  printf '%s\n' "$kept"
  exit 0
fi
if [[ -z ${rules//[$' \n\t']/} ]]; then
  printf 'no rule at all: %s lets everything through\n' "$source"
  exit 0
fi
printf '%s\n' "$rules"
