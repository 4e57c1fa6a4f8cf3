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
if [[ -e locked ]]; then printf '%sNOAUTH Authentication required.\n\n' "${quoted:+(error) }"; exit 0; fi
crlf() { while IFS= read -r line; do printf '%s\r\n' "$line"; done; }
INC
stub redis-cli <<'EOF'
. ./redis.inc
[[ $* == PING ]] || exit 1
cat reply
EOF
stub timeout <<'EOF'
shift
if [[ -e hangs ]]; then exit 124; fi
exec "$@"
EOF

echo PONG >reply
run
check 'a server that answers succeeds' test "$status" -eq 0
check 'it says so, and how fast' grep -Eqx 'up: 127.0.0.1 port 6379 answered within [0-9]+ ms' <<<"$out"
run --host redis2.example.org --port 06380 --timeout 2
check 'another server can be asked' test -n "$(calls '^redis-cli -h redis2.example.org -p 6380 PING$')"
check 'the timeout is used' test -n "$(calls '^timeout 2 redis-cli')"
printf 'NOAUTH Authentication required.\n\n' >reply
run
check 'one that wants a password is up' test "$status" -eq 0
check 'and that is said' grep -q 'refuses this login: NOAUTH Authentication required.$' <<<"$out"
printf 'Warning: AUTH failed\nNOAUTH Authentication required.\n\n' >reply
run
check 'as redis-cli 6 says it too' bash -c '[ "$1" = 0 ] && grep -q "refuses this login: Warning: AUTH failed NOAUTH" <<<"$2"' _ "$status" "$out"
for each in 'AUTH failed: ERR AUTH <password> called without any password configured' 'Warning: AUTH failed'; do
  printf '%s\nPONG\n' "$each" >reply
  run
  check 'one that needs no password is up' bash -c '[ "$1" = 0 ] && grep -Eq "^up: .* answered within [0-9]+ ms, and needs no password: .*AUTH failed" <<<"$2"' _ "$status" "$out"
done
printf 'ERR max number of clients reached\n\n' >reply
run
check 'one that takes no more clients does not serve, and runs' bash -c '[ "$1" = 1 ] && grep -q "runs and takes no more clients: ERR max" <<<"$2"' _ "$status" "$err"
printf 'DENIED Redis is running in protected mode because protected mode is enabled\n\n' >reply
run
check 'one in protected mode is up' bash -c '[ "$1" = 0 ] && grep -q "refuses this login: DENIED" <<<"$2"' _ "$status" "$out"
printf 'LOADING Redis is loading the dataset in memory\n\n' >reply
run
check 'one that loads its data is a failure' test "$status" -eq 1
check 'loading is told' grep -q 'still loads its data' <<<"$err"
printf 'BUSY Redis is busy running a script.\n\n' >reply
run
check 'one that is held up by a script is a failure' grep -q 'held up by a script' <<<"$err"
printf 'MASTERDOWN Link with MASTER is down\n\n' >reply
run
check 'one that lost its master is a failure' test "$status" -eq 1
: >reply
run
check 'an empty answer is a failure' test "$status" -eq 1
touch hangs
run
check 'one that hangs is a failure' grep -q 'no answer within 5 s' <<<"$err"
rm hangs
touch down
run
check 'one that is down is a failure' test "$status" -eq 1
check 'the reason is told' grep -q 'Connection refused' <<<"$err"
run --port 65536
check 'a port out of range is refused' test "$status" -eq 2
run --timeout 0
check 'a timeout of 0 is refused' test "$status" -eq 2

run --host 'x; touch pwned'
check 'a command as --host is refused' test "$status" -eq 2
run --host '$(touch pwned)'
check 'a substitution as --host is refused' test "$status" -eq 2
run --port 'x; touch pwned'
check 'a command as --port is refused' test "$status" -eq 2
run --port '$(touch pwned)'
check 'a substitution as --port is refused' test "$status" -eq 2
run --timeout 'x; touch pwned'
check 'a command as --timeout is refused' test "$status" -eq 2
run --timeout '$(touch pwned)'
check 'a substitution as --timeout is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
