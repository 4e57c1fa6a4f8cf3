#!/usr/bin/env bash
. "$HARNESS"

# Takes the options that the scripts need of redis-cli, and ends with 0 when the server refuses a command.
cat >redis.inc <<'INC'
host='' port='' quoted=''
while [[ ${1:-} == -* ]]; do
  case $1 in
    -h) host=$2; shift 2 ;;
    -p) port=$2; shift 2 ;;
    -n) printf 'database %s\n' "$2" >>"$STUB_LOG"; shift 2 ;;
    -i) shift 2 ;;
    --no-raw) quoted=yes; shift ;;
    --bigkeys | --memkeys | --latency) break ;;
    *) printf "Unrecognized option or bad number of args for: '%s'\n" "$1" >&2; exit 1 ;;
  esac
done
if [[ -e down ]]; then
  printf 'Could not connect to Redis at %s:%s: Connection refused\n' "$host" "$port" >&2
  exit 1
fi
printf 'cmd %s\n' "$*" >>"$STUB_LOG"
[[ ! -e warned ]] || printf 'Warning: AUTH failed\n' >&2 # as version 6 does, and goes on
if [[ -e locked ]]; then printf '%sNOAUTH Authentication required.\n\n' "${quoted:+(error) }"; exit 0; fi
crlf() { while IFS= read -r line; do printf '%s\r\n' "$line"; done; }
INC
stub redis-cli <<'EOF'
. ./redis.inc
case $1 in
  PING) echo PONG ;;
  --latency)
    if [[ -e lost ]]; then echo 'Error: Server closed the connection' >&2; exit 1; fi
    if [[ ! -e mute ]]; then echo '0 5 0.21 490'; fi
    ;;
esac
EOF
stub timeout <<'EOF'
shift
exec "$@"
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'the result is told' test "$out" = '127.0.0.1 port 6379: smallest 0 ms, largest 5 ms, average 0.21 ms, of 490 samples in 5 s'
check 'it samples for five seconds by default' test -n "$(calls '^redis-cli -h 127.0.0.1 -p 6379 -i 5 --latency$')"
check 'the time is bounded' test -n "$(calls '^timeout 15 redis-cli')"
run --seconds 010 --host redis2.example.org --port 06380
check 'another server can be asked' test -n "$(calls '^redis-cli -h redis2.example.org -p 6380 -i 10 --latency$')"
check 'a leading zero is no octal' grep -q 'in 10 s$' <<<"$out"
touch lost
run
check 'a lost connection is a failure' test "$status" -eq 1
check 'the reason is told' grep -q 'Server closed the connection' <<<"$err"
rm lost
touch mute
run
check 'an empty answer is a failure' test "$status" -eq 1
run --seconds 0
check 'a time of 0 is refused' test "$status" -eq 2
touch locked
run
check 'a server that wants a password is a failed precondition' test "$status" -eq 3
check 'its word is passed on' grep -q 'NOAUTH' <<<"$err"
touch warned
run
check 'a refused password is told, and what came without it is not' test "$status:$out:$(grep -c 'refuses the password in REDISCLI_AUTH: Warning: AUTH failed$' <<<"$err")" = 3::1
touch down
run
check 'a server that is down is a failed precondition' test "$status" -eq 3
run --port 65536
check 'a port out of range is refused' test "$status" -eq 2

run --seconds 'x; touch pwned'
check 'a command as --seconds is refused' test "$status" -eq 2
run --seconds '$(touch pwned)'
check 'a substitution as --seconds is refused' test "$status" -eq 2
run --host 'x; touch pwned'
check 'a command as --host is refused' test "$status" -eq 2
run --host '$(touch pwned)'
check 'a substitution as --host is refused' test "$status" -eq 2
run --port 'x; touch pwned'
check 'a command as --port is refused' test "$status" -eq 2
run --port '$(touch pwned)'
check 'a substitution as --port is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
