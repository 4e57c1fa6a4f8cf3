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
if [[ $* == INFO ]]; then crlf <info; fi
EOF
top='# Server\nredis_version:7.0.15\n\n# Stats\nexpired_keys:815\nevicted_keys:42\n\n# Keyspace\n'

printf "${top}db0:keys=4711,expires=711,avg_ttl=999388\ndb7:keys=2,expires=1,avg_ttl=0\ndb15:keys=3,expires=0,avg_ttl=0,subexpiry=0\n" >info
run
check 'it succeeds' test "$status" -eq 0
check 'a database is listed' grep -Eqx ' +0 +4711 +4000 +999' <<<"$out"
check 'one without keys that expire has no time left' grep -Eqx ' +15 +3 +3 +-' <<<"$out"
check 'a time that the server does not know is not 0' grep -Eqx ' +7 +2 +1 +not known' <<<"$out"
check 'they are summed up' grep -qx '4716 keys in 3 databases' <<<"$out"
check 'expired and evicted keys are told' grep -qx 'since the start: 815 expired, 42 evicted' <<<"$out"
check 'no carriage return is printed' test "${out//$'\r'/}" = "$out"
check 'no key is read' test "$(calls '^cmd')" = 'cmd INFO'
check 'a server by itself is called no node of a cluster' test "$(grep -c cluster <<<"$out")" -eq 0
for word in loading async_loading; do
  printf "$top# Persistence\n$word:1\ndb0:keys=9,expires=0,avg_ttl=0\n" >info
  run
  check "a server that still loads is refused: $word" test "$status:$out" = 3:
done
printf "$top# Persistence\nloading:0\nasync_loading:0\n# Cluster\ncluster_enabled:1\ndb0:keys=9,expires=0,avg_ttl=0\n" >info
run
check 'a node of a cluster is told' test "$status:$(grep -c '^note: this is one node of a cluster' <<<"$out")" = 0:1
printf "$top" >info
run --host redis2.example.org --port 06380
check 'no keys are fine' test "$status" -eq 0
check 'it says that there are none' grep -qx 'there are no keys' <<<"$out"
check 'another server can be asked' test -n "$(calls '^redis-cli -h redis2.example.org -p 6380 INFO$')"
: >info
run
check 'an empty answer is a failure' test "$status" -eq 1
check 'and is not taken for no keys' test -z "$out"
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
