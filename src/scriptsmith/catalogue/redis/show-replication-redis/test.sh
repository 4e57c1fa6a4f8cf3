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
if [[ $* == 'INFO replication' ]]; then crlf <info; fi
EOF

printf '# Replication\nrole:master\nconnected_slaves:2\nslave0:ip=10.0.0.8,port=6379,state=online,offset=4700,lag=0\nslave1:ip=10.0.0.9,port=6380,state=online,offset=4000,lag=3\nmaster_repl_offset:4711\n' >info
run
check 'a master succeeds' test "$status" -eq 0
check 'its replicas are counted' grep -qx 'master, 2 replicas connected' <<<"$out"
check 'each is told with what it lacks' grep -qx 'replica 10.0.0.9 port 6380: online, last heard of 3 s ago, 711 bytes behind' <<<"$out"
check 'no carriage return is printed' test "${out//$'\r'/}" = "$out"
sed -i 's/state=online,offset=4000/state=wait_bgsave,offset=0/' info
run
check 'a replica that is not online is a failure' test "$status" -eq 1
check 'and it is shown' grep -q '6380: wait_bgsave' <<<"$out"
printf '# Replication\nrole:master\nconnected_slaves:0\nmaster_repl_offset:0\n' >info
run --host redis2.example.org --port 06380
check 'a master alone is fine' test "$out" = 'master, 0 replicas connected'
check 'another server can be asked' test -n "$(calls '^redis-cli -h redis2.example.org -p 6380 INFO replication$')"
printf '# Replication\nrole:slave\nmaster_host:10.0.0.5\nmaster_port:6379\nmaster_link_status:up\nmaster_last_io_seconds_ago:1\nmaster_sync_in_progress:0\n' >info
run
check 'a replica succeeds' test "$status" -eq 0
check 'its master is told' test "$out" = 'replica of 10.0.0.5 port 6379: link up, last traffic 1 s ago'
sed -i 's/ago:1$/ago:31/' info
run
check 'a master that is silent is a failure' bash -c '[ "$1" = 1 ] && grep -q "nothing came from the master for 31 s" <<<"$2"' _ "$status" "$err"
sed -i 's/ago:31$/ago:30/' info
printf 'connected_slaves:1\nslave0:ip=10.0.0.9,port=6380,state=online,offset=4000,lag=3\nmaster_repl_offset:4711\n' >>info
run
check 'replicas of a replica are listed' bash -c '[ "$1" = 0 ] && grep -qx "replica 10.0.0.9 port 6380: online, last heard of 3 s ago, 711 bytes behind" <<<"$2"' _ "$status" "$out"
printf '# Replication\nrole:slave\nmaster_host:10.0.0.5\nmaster_port:6379\nmaster_link_status:down\nmaster_last_io_seconds_ago:-1\nmaster_sync_in_progress:1\nmaster_link_down_since_seconds:812\n' >info
run
check 'that nothing comes is told, and not that nothing ever came' grep -q 'link down, no traffic$' <<<"$out"
check 'a link that is down is a failure' test "$status" -eq 1
check 'since when is told' grep -q 'link to the master is down, for 812 s' <<<"$err"
check 'a full copy is told' grep -q 'full copy is being received' <<<"$out"
: >info
run
check 'an empty answer is a failure' test "$status" -eq 1
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
