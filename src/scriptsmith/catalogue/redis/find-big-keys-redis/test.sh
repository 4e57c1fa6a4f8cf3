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
  INFO)
    if [[ -e mute ]]; then echo "NOPERM this user has no permissions to run the 'info' command"; exit; fi
    printf '%s\r\n' '# Server' redis_version:7.0.15 '# Cluster' "cluster_enabled:$(cat clustered)" '# Keyspace' 'db0:keys=11,expires=0,avg_ttl=0'
    if [[ -e others ]]; then printf '%s\r\n' 'db3:keys=900,expires=0,avg_ttl=0' 'db12:keys=1,expires=1,avg_ttl=0'; fi
    ;;
  --bigkeys | --memkeys)
    unit=items
    if [[ $1 == --memkeys ]]; then unit=bytes; fi
    printf '\n# Scanning the entire keyspace to find biggest keys as well as\n# average sizes per key type.\n\n'
    printf "[00.00%%] Biggest list   found so far '\"que\e[31mue\"' with 3 %s\n" "$unit"
    if [[ -e slow ]]; then exit 124; fi
    if [[ -e lost ]]; then echo 'Error: Server closed the connection'; exit 1; fi
    printf -- '\n-------- summary -------\n\nSampled 11 keys in the keyspace!\nTotal key length in bytes is 27 (avg len 2.45)\n\n'
    printf "Biggest   list found '\"que\e[31mue\"' has 4711 %s\n\n1 lists with 4711 %s (09.09%% of keys, avg size 4711.00)\n" "$unit" "$unit"
    ;;
esac
EOF
stub timeout <<'EOF'
shift
exec "$@"
EOF

echo 0 >clustered
run
check 'it succeeds' test "$status" -eq 0
check 'that others may be nearly as big is told' test "$(tail -n 1 <<<"$out")" = 'only the biggest key of each type is named; others may be nearly as big'
check 'nothing is said of other keys where there are none' test "$(grep -c '^note' <<<"$out")" -eq 0
touch others
run
check 'other databases with keys are told' test "$status:$(grep -c '^note' <<<"$out"):$(tail -n 1 <<<"$out")" = '0:1:note: other databases were not looked at: db3 (900 keys) db12 (1 keys)'
rm others; echo 1 >clustered
run
check 'so are the other nodes of a cluster' test "$status:$(grep -c '^note: this is one node of a cluster' <<<"$out")" = 0:1
touch mute
run
check 'and that this is not known' test "$status:$(grep -c '^note: whether there are keys in other databases' <<<"$out"):$err" = 0:1:
rm mute; echo 0 >clustered; : >"$STUB_LOG"
run
check 'the biggest key is named' grep -q "^Biggest   list found '\"que.*ue\"' has 4711 items$" <<<"$out"
check 'the statistics are shown' grep -q '^1 lists with 4711 items' <<<"$out"
check 'the way there is left out' test "$(grep -c 'so far' <<<"$out")" -eq 0
check 'an escape sequence does not reach the terminal' test "${out//$'\e'/}" = "$out"
check 'it pauses' test -n "$(calls '^redis-cli .* -i 0.05 --bigkeys$')"
run --sort memory --port 06380 --timeout 20
check 'memory can be asked for' test -n "$(calls '^redis-cli -h 127.0.0.1 -p 6380 -i 0.05 --memkeys$')"
check 'the time is bounded' test -n "$(calls '^timeout 20 redis-cli')"
touch slow
run
check 'taking too long is a failure' grep -q 'not done within 300 s' <<<"$err"
check 'what was seen by then is told' grep -q '^up to then: .*with 3 items' <<<"$out"
rm slow
touch lost
run
check 'a lost connection is a failure' test "$status" -eq 1
check 'the reason is told' grep -q 'Server closed the connection' <<<"$err"
run --timeout 0
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

run --sort 'x; touch pwned'
check 'a command as --sort is refused' test "$status" -eq 2
run --sort '$(touch pwned)'
check 'a substitution as --sort is refused' test "$status" -eq 2
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
