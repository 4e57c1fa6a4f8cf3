#!/usr/bin/env bash
# Count the TCP connections of this host by state and by remote address.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-connection-counts [--by state|remote|both] [--local-port PORT] [--limit N]

Count TCP connections by state, and by remote address with the busiest first. Listening sockets
count as the state LISTEN but have no remote address. IPv4 addresses written in IPv6 form are
counted as IPv4. Of each address it tells how many came in, that is to a port on which this host
listens; the others it opened itself. A container mostly has a network of its own, which is not
counted.

  --by state|remote|both  what to count by (default both)
  --local-port PORT       only connections to this local port; 0 is every port (default 0)
  --limit N               how many remote addresses to show (default 20)
  --help                  show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-connection-counts: %s\n' "$2" >&2
  exit "$1"
}

by=both local_port=0 limit=20
while (($# > 0)); do
  case $1 in
    --by | --local-port | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --by) by=$2 ;;
        --local-port) local_port=$2 ;;
        --limit) limit=$2 ;;
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

[[ $by == state || $by == remote || $by == both ]] || die 2 "--by takes state, remote or both, not '$by'"
[[ $limit =~ ^0*[1-9][0-9]{0,5}$ ]] || die 2 "--limit takes a whole number above 0, not '$limit'"
filter=()
[[ $local_port =~ ^[0-9]{1,5}$ ]] || die 2 "--local-port takes a number from 0 to 65535, not '$local_port'"
local_port=$((10#$local_port))
((local_port <= 65535)) || die 2 "--local-port takes a number from 0 to 65535, not '$local_port'"
((local_port == 0)) || filter=("sport = :$local_port")
command -v ss >/dev/null || die 3 "ss (iproute2) is not installed"

sockets=$(ss --no-header --tcp --all --numeric "${filter[@]}") || die 1 "ss could not list the sockets"
printf 'note: a container mostly has a network of its own, whose connections are not counted here\n'
if [[ -z $sockets ]]; then
  printf 'no TCP sockets (local port, 0 for every one: %d)\n' "$local_port"
  exit 0
fi

if [[ $by != remote ]]; then
  printf 'by state:\n'
  awk '{ count[$1]++ } END { for (state in count) printf "%8d %s\n", count[state], state }' <<<"$sockets" |
    sort -k1,1nr -k2
fi
if [[ $by != state ]]; then
  all=$(awk '
    { port = $4; sub(/.*:/, "", port) }
    NR == FNR { if ($1 == "LISTEN") listens[port] = 1; next }
    $1 != "LISTEN" {
      peer = $5
      sub(/:[^:]*$/, "", peer)
      gsub(/[][]/, "", peer)
      sub(/^::ffff:/, "", peer)
      count[peer]++
      if ($1 == "ESTAB") established[peer]++
      if (port in listens) came[peer]++
    }
    END { for (peer in count) printf "%8d %8d established %8d incoming  %s\n", count[peer], established[peer], came[peer], peer }' \
    <(printf '%s\n' "$sockets") <(printf '%s\n' "$sockets") | sort -k1,1nr -k6)
  printf 'by remote address, of clients and of servers:\n'
  # sed reads to the end, unlike head, so that no pipe breaks.
  [[ -z $all ]] || sed -n "1,$((10#$limit))p" <<<"$all"
  remotes=0
  [[ -z $all ]] || remotes=$(wc -l <<<"$all")
  printf '%d remote addresses in all\n' "$remotes"
fi
