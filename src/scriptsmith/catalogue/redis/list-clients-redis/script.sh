#!/usr/bin/env bash
# List the clients of a Redis server, grouped by address, and single out those with large buffers.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-clients-redis [--host HOST] [--port PORT]

Count the connections by client address, the 20 largest groups, with the shortest and longest idle time of
each. Then list the id of each client with more than 1 MiB in a buffer: it reads too slowly, or has sent
what waits to be served, and costs the server memory. A password comes from the environment variable
REDISCLI_AUTH.

  --host HOST  server to ask (default 127.0.0.1)
  --port PORT  port it listens on (default 6379)
  --help       show this text

Exit status: 0 done, 1 the server's answer is not understood, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-clients-redis: %s\n' "$2" >&2
  exit "$1"
}

host=127.0.0.1 port=6379
while (($# > 0)); do
  case $1 in
    --host | --port)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --host) host=$2 ;;
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

[[ $host =~ ^[A-Za-z0-9_:][A-Za-z0-9_.:%-]{0,252}$ ]] || die 2 "--host takes a host name or an address, not ${host@Q}"
[[ $port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--port takes a number from 1 to 65535, not ${port@Q}"
port=$((10#$port))
((port <= 65535)) || die 2 "--port takes a number from 1 to 65535, not $port"
for tool in redis-cli timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# The password, if there is one, comes from REDISCLI_AUTH. redis-cli ends with 0 although the server refuses a command.
answer=$(timeout 20 redis-cli -h "$host" -p "$port" CLIENT LIST 2>&1) || die 3 "no answer from $host port $port: ${answer:0:300}"
# Of thousands of clients only the beginning is compared: for the whole text Bash takes minutes.
begin=${answer:0:300}
case $begin in
  'AUTH failed'* | 'Warning: AUTH failed'*) die 3 "$host port $port refuses the password in REDISCLI_AUTH: ${begin%%[[:cntrl:]]*}" ;;
  NOAUTH* | WRONGPASS* | NOPERM* | LOADING*) die 3 "$host port $port: ${begin//[[:cntrl:]]/ }" ;;
  ERR* | MISCONF* | READONLY* | BUSY* | MASTERDOWN* | OOM*) die 1 "$host port $port: ${begin//[[:cntrl:]]/ }" ;;
esac

# One line each: id=3 addr=10.0.0.7:58217 … name= age=1 idle=0 flags=N … omem=0 … cmd=get user=default
declare -A count=() least=() most=()
total=0 big=()
while IFS= read -r line; do
  [[ $line =~ ^id=([0-9]+)\ addr=([^ ]+) ]] || continue
  id=${BASH_REMATCH[1]} address=${BASH_REMATCH[2]}
  source=${address%:*}
  source=${source//[[:cntrl:]]/?}
  idle=0 buffer=0 sent=0
  if [[ $line =~ \ idle=([0-9]+) ]]; then idle=${BASH_REMATCH[1]}; fi
  if [[ $line =~ \ omem=([0-9]+) ]]; then buffer=${BASH_REMATCH[1]}; fi
  if [[ $line =~ \ qbuf=([0-9]+) ]]; then sent=${BASH_REMATCH[1]}; fi
  total=$((total + 1))
  count[$source]=$((${count[$source]:-0} + 1))
  low=${least[$source]:-$idle} high=${most[$source]:-$idle}
  if ((idle < low)); then low=$idle; fi
  if ((idle > high)); then high=$idle; fi
  least[$source]=$low most[$source]=$high
  if ((buffer > 1048576)); then
    big+=("id $id from ${address//[[:cntrl:]]/?}: $((buffer / 1048576)) MiB wait to be read, idle for $idle s")
  fi
  if ((sent > 1048576)); then
    big+=("id $id from ${address//[[:cntrl:]]/?}: $((sent / 1048576)) MiB that it sent wait to be served, idle for $idle s")
  fi
done < <(printf '%s\n' "$answer")
((total > 0)) || die 1 "the server's answer is not understood" # the one who asks is a client too

printf '%d clients from %d addresses\n%8s  %-40s %s\n' "$total" "${#count[@]}" COUNT ADDRESS 'IDLE (s)'
for source in "${!count[@]}"; do
  printf '%8d  %-40s %d to %d\n' "${count[$source]}" "$source" "${least[$source]}" "${most[$source]}"
done | sort -k1,1nr -k2 | sed -n 1,20p
if ((${#count[@]} > 20)); then printf 'note: the 20 addresses with the most connections are listed\n'; fi
if ((${#big[@]} > 0)); then printf 'large buffer: %s\n' "${big[@]}"; else printf 'no client has a large buffer\n'; fi
