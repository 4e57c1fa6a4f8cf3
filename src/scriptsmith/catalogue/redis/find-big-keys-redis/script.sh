#!/usr/bin/env bash
# Find the biggest key of each type that a Redis server holds.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-big-keys-redis [--sort WHAT] [--host HOST] [--port PORT] [--timeout N]

Go through the keys with SCAN, in small steps with pauses, and name the biggest key of each type with
the statistics of that type. By elements (or bytes, for strings) it asks for lengths; by memory it
asks MEMORY USAGE of each key, which is slower and needs redis-cli 6. The server stays usable. Only
database 0 is looked at, and of a cluster only this node; where there are other keys, that is told.
A password comes from the environment variable REDISCLI_AUTH.

  --sort WHAT  what makes a key big: its elements or bytes, or the memory it takes (default elements)
  --host HOST  server to ask (default 127.0.0.1)
  --port PORT  port it listens on (default 6379)
  --timeout N  how long it may take, in seconds (default 300)
  --help       show this text

Exit status: 0 done, 1 it broke off or took too long, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-big-keys-redis: %s\n' "$2" >&2
  exit "$1"
}

sort=elements host=127.0.0.1 port=6379 timeout=300
while (($# > 0)); do
  case $1 in
    --sort | --host | --port | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --sort) sort=$2 ;;
        --host) host=$2 ;;
        --port) port=$2 ;;
        --timeout) timeout=$2 ;;
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

[[ $sort =~ ^(elements|memory)$ ]] || die 2 "--sort takes elements or memory, not ${sort@Q}"
[[ $host =~ ^[A-Za-z0-9_:][A-Za-z0-9_.:%-]{0,252}$ ]] || die 2 "--host takes a host name or an address, not ${host@Q}"
[[ $port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--port takes a number from 1 to 65535, not ${port@Q}"
[[ $timeout =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not ${timeout@Q}"
port=$((10#$port)) timeout=$((10#$timeout))
((port <= 65535)) || die 2 "--port takes a number from 1 to 65535, not $port"
for tool in redis-cli timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# The password, if there is one, comes from REDISCLI_AUTH. redis-cli ends with 0 although the server
# refuses a command, so the reply itself has to be looked at.
ask() {
  local reply
  reply=$(timeout 20 redis-cli -h "$host" -p "$port" "$@" 2>&1) || die 3 "no answer from $host port $port: ${reply//[[:cntrl:]]/ }"
  case ${reply#'(error) '} in # --no-raw puts that in front
    'AUTH failed'* | 'Warning: AUTH failed'*) die 3 "$host port $port refuses the password in REDISCLI_AUTH: ${reply%%[[:cntrl:]]*}" ;;
    NOAUTH* | WRONGPASS* | NOPERM* | LOADING*) die 3 "$host port $port: ${reply//[[:cntrl:]]/ }" ;;
    ERR* | MISCONF* | READONLY* | BUSY* | MASTERDOWN* | OOM*) die 1 "$host port $port: ${reply//[[:cntrl:]]/ }" ;;
  esac
  printf '%s\n' "${reply//$'\r'/}"
}
pong=$(ask PING)
[[ $pong == PONG ]] || die 1 "the server's answer is not understood"
# -i 0.05: a pause of 50 ms after every 100 steps.
scan() {
  if [[ $sort == memory ]]; then
    timeout "$timeout" redis-cli -h "$host" -p "$port" -i 0.05 --memkeys
  else
    timeout "$timeout" redis-cli -h "$host" -p "$port" -i 0.05 --bigkeys
  fi
}
summary=false printed=0 last='' rc=0
answer=$(scan 2>&1) || rc=$?
# Names of keys are foreign text: no control characters reach the terminal.
while IFS= read -r line; do
  line=${line//[[:cntrl:]]/?}
  case $line in
    *'-------- summary'*) summary=true ;;
    '[0'*'Biggest '*) last=$line ;;
    ?*) if $summary; then printf '%s\n' "$line" && printed=$((printed + 1)); fi ;;
  esac
done <<<"$answer"
if ((rc != 0)) || ! $summary; then
  if [[ -n $last ]]; then printf 'up to then: %s\n' "$last"; fi
  ((rc != 124)) || die 1 "not done within $timeout s"
  line=${answer##*$'\n'}
  die 1 "it broke off (status $rc): ${line//[[:cntrl:]]/?}"
fi
((printed > 0)) || die 1 "the summary is empty"
printf 'only the biggest key of each type is named; others may be nearly as big\n'
# A login that may not ask for this may still look at the keys.
facts=$(ask INFO 2>/dev/null) || facts=''
others='' clustered=''
while IFS= read -r line; do
  if [[ $line =~ ^(db[1-9][0-9]*):keys=([0-9]+) ]]; then others+=" ${BASH_REMATCH[1]} (${BASH_REMATCH[2]} keys)"; fi
  if [[ $line =~ ^cluster_enabled:([01]) ]]; then clustered=${BASH_REMATCH[1]}; fi
done <<<"$facts"
[[ -n $clustered ]] || printf 'note: whether there are keys in other databases or nodes is not known: the server does not tell (INFO)\n'
[[ $clustered != 1 ]] || printf 'note: this is one node of a cluster; the keys of the others were not looked at\n'
[[ -z $others ]] || printf 'note: other databases were not looked at:%s\n' "$others"
