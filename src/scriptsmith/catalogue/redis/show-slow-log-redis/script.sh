#!/usr/bin/env bash
# Show the latest commands that a Redis server has logged as slow, with their time and client.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-slow-log-redis [--limit N] [--host HOST] [--port PORT]

List the N latest entries of the slow log, newest first: when it was, how many microseconds the command
took, from which client, and its words (the server cuts long ones). When the log holds more than N,
their number is told, and the longest of them all. What counts as slow is the server's setting
slowlog-log-slower-than; when the log is empty, that is told. A password comes from REDISCLI_AUTH.

  --limit N    how many commands to list (default 10)
  --host HOST  server to ask (default 127.0.0.1)
  --port PORT  port it listens on (default 6379)
  --help       show this text

Exit status: 0 done (also when it is empty), 1 the server's answer is not understood, 2 wrong usage,
3 a precondition fails.
EOF
}

die() {
  printf 'show-slow-log-redis: %s\n' "$2" >&2
  exit "$1"
}

limit=10 host=127.0.0.1 port=6379
while (($# > 0)); do
  case $1 in
    --limit | --host | --port)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --limit) limit=$2 ;;
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

[[ $limit =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--limit takes a whole number above 0, not ${limit@Q}"
[[ $host =~ ^[A-Za-z0-9_:][A-Za-z0-9_.:%-]{0,252}$ ]] || die 2 "--host takes a host name or an address, not ${host@Q}"
[[ $port =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--port takes a number from 1 to 65535, not ${port@Q}"
limit=$((10#$limit)) port=$((10#$port))
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

# --no-raw: fields are numbered, and words stand in quotes with their control characters escaped.
answer=$(ask --no-raw SLOWLOG GET 10000)
case $answer in
  '(empty'* | '')
    # Not everybody may ask for settings.
    least=$(timeout 20 redis-cli -h "$host" -p "$port" CONFIG GET slowlog-log-slower-than 2>/dev/null) || least=''
    least=${least//$'\r'/} least=${least##*$'\n'}
    case $least in
      -*) printf 'the slow log is empty, for it is SWITCHED OFF (slowlog-log-slower-than is %s)\n' "$least" ;;
      [0-9]*) printf 'the slow log is empty; what takes %s us or more is logged\n' "$least" ;;
      *) printf 'the slow log is empty; whether it is switched on is not known\n' ;;
    esac
    exit 0
    ;;
  *'1) 1) (integer)'*) ;;
  *) die 1 "the server's answer is not understood: ${answer:0:100}" ;;
esac

held=0 longest=-1 slowest='' indent='' when='' micros='' words='' client=''
tell() {
  [[ -n $when ]] || return 0
  local line
  printf -v line '%(%Y-%m-%d %H:%M:%S)T %10s us  %-22s %s' "$when" "$micros" "$client" "$words"
  held=$((held + 1)) when='' words='' client=''
  if ((held <= limit)); then printf '%s\n' "$line"; fi
  if ((micros > longest)); then longest=$micros slowest=$line; fi
}
# Within an entry the fields 1 to 6 stand at the same depth, the words of the command deeper.
while IFS= read -r line; do
  line=${line//[[:cntrl:]]/?}
  if [[ $line =~ ^(\ *[0-9]+\)\ )1\)\ \(integer\)\ [0-9]+$ ]]; then
    tell
    indent=${BASH_REMATCH[1]//?/ }
  elif [[ $line == "$indent"[2-6]')'* ]]; then
    rest=${line#"$indent"}
    case $rest in
      '2) (integer) '*) when=${rest##* } ;;
      '3) (integer) '*) micros=${rest##* } ;;
      '4) '*) words=${rest#*) *) } ;;
      '5) '*) client=${rest#*) } client=${client//\"/} ;;
    esac
  elif [[ $line =~ ^\ *[0-9]+\)\ (.*)$ ]]; then
    words+=" ${BASH_REMATCH[1]}"
  fi
done <<<"$answer"
tell
if ((held <= limit)); then
  printf '%d slow commands listed\n' "$held"
else
  printf '%d slow commands listed, of %d in the log; the longest of them all:\n%s\n' "$limit" "$held" "$slowest"
fi
