#!/usr/bin/env bash
. "$HARNESS"

refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}
stub redis-cli <<'EOF'
# Takes the options that the script needs, and ends with 0 when the server refuses a command.
[[ $1 == -h && $3 == -p ]] || { echo "Unrecognized option or bad number of args for: '$1'" >&2; exit 1; }
if [[ -e down ]]; then echo "Could not connect to Redis at $2:$4: Connection refused" >&2; exit 1; fi
shift 4
[[ ! -e warned ]] || printf 'Warning: AUTH failed\n' >&2 # as version 6 does, and goes on
if [[ -e locked ]]; then printf 'NOAUTH Authentication required.\n\n'; exit 0; fi
case $* in
  INFO | 'INFO replication') sed 's/$/\r/' info ;;
  'REPLICAOF NO ONE')
    [[ ! -e refuses ]] || { printf "ERR unknown command\n\n"; exit 0; }
    [[ ! -e strange ]] || { echo QUEUED; exit 0; }
    [[ -e stubborn ]] || sed -i 's/^role:.*/role:master/' info
    echo OK ;;
  'CLIENT LIST') [[ ! -e watchers ]] || cat watchers ;;
  PING) if [[ -e alive ]]; then cat alive; else echo 'Could not connect to Redis: Connection refused' >&2; exit 1; fi ;;
  'CONFIG REWRITE') if [[ -e bare ]]; then printf 'ERR The server is running without a config file\n\n'; elif [[ -e mute ]]; then exit 1; else echo OK; fi ;;
  *) printf 'ERR syntax error\n\n' ;;
esac
EOF
fresh() { printf 'role:slave\nmaster_host:10.0.0.5\nmaster_port:6379\nmaster_link_status:%s\nmaster_last_io_seconds_ago:%s\nmaster_sync_in_progress:%s\n%sconnected_slaves:2\ncluster_enabled:%s\ndb0:keys=40,expires=0,avg_ttl=0\ndb3:keys=2,expires=0,avg_ttl=0\n' "${1-down}" "${2--1}" "${3-0}" "${5-master_link_down_since_seconds:4000$'\n'}" "${4-0}" >info; : >"$STUB_LOG"; }
fresh
run --host cache2 --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = '0:would promote: cache2 port 6379'
check 'what stands there is told' grep -qx 'replica of 10.0.0.5 port 6379: link down, for 4000 s, so its data are at least that old, 42 keys' <<<"$out"
check 'a dry run promotes nothing' grep -qx role:slave info
run --host cache2 --port 06380
check 'it succeeds' grep -qx 'promoted: cache2 port 6380 is a master, with 2 replicas of its own' <<<"$out"
check 'the server is a master' grep -qx role:master info
check 'the undo is told' grep -qx 'undo: redis-cli -h cache2 -p 6380 REPLICAOF 10.0.0.5 6379 && redis-cli -h cache2 -p 6380 CONFIG REWRITE' <<<"$out"
check 'it is written into the configuration' test -n "$(calls '^redis-cli -h cache2 -p 6380 CONFIG REWRITE$')" -a -z "$err"
: >"$STUB_LOG"; run --host cache2
check 'a second run has nothing to do' test "$status:$(calls REPLICAOF)" = 0:
check 'of replicas that writes wait for nothing is said where they wait for none' test -z "$(grep '^note: min-replicas' <<<"$out")"
fresh; echo min_slaves_good_slaves:0 >>info; run --host cache2
check 'where they wait for some that is told' test "$status:$(grep -c '^note: min-replicas-to-write is set: writes are refused' <<<"$out")" = 0:1
for it in bare mute; do
  fresh; touch $it; run --host cache2; rm $it
  check "a configuration that cannot be written is told: $it" test "$status:$(grep -c '^warning: its configuration' <<<"$err")" = 0:1
done
for it in PONG '(error) NOAUTH Authentication required.'; do
  fresh; echo "$it" >alive
  refused 3 'its master is alive, it answers' --host cache2
  check "and it is not promoted: $it" test -z "$(calls REPLICAOF)"
  rm alive
done
stub timeout <<<'if [ "$2 $5 $6" = "bash 10.0.0.5 6379" ]; then [ -e listens ]; else shift; exec "$@"; fi'
fresh; touch listens
refused 3 'takes connections' --host cache2
check 'and a replica whose master hangs is not promoted' test -z "$(calls REPLICAOF)"
run --host cache2 --master-is-off yes
check 'but when somebody made sure of it' test "$status" -eq 0
rm listens; fresh; run --host cache2
check 'one to which nothing connects is off' test "$status:$(grep -c '^promoted' <<<"$out")" = 0:1
rm .stubs/timeout
fresh; sed -i 's/^master_host:.*/master_host:nowhere.invalid/' info
refused 3 'is not known here' --host cache2
check 'and a replica whose master cannot be looked for is not promoted' test -z "$(calls REPLICAOF)"
run --host cache2 --master-is-off yes
check 'unless somebody made sure of that' test "$status" -eq 0
fresh; printf 'id=5 addr=10.0.0.9:41000 name=sentinel-1a2b3c4d-cmd age=9\n' >watchers
refused 3 'Sentinel watches it' --host cache2 --master-is-off yes
check 'and what Sentinel watches is left alone' test -z "$(calls REPLICAOF)"
rm watchers
fresh down -1 0 0 'master_link_down_since_seconds:-1'$'\n'; run --host cache2 --dry-run
check 'so is a link that never was up' grep -q ': link down, and never was up since it started, 42 keys$' <<<"$out"
fresh up 1
refused 3 'its master is alive' --host cache2
check 'and not promoted' test -z "$(calls REPLICAOF)"
run --host cache2 --master-is-off yes
check 'unless somebody made sure' test "$status" -eq 0
check 'of a link that is up the last traffic is told' grep -q ': link up, last traffic 1 s ago, 42 keys$' <<<"$out"
fresh down -1 1
refused 3 'full copy' --host cache2 --master-is-off yes
fresh down -1 0 1
refused 3 'CLUSTER FAILOVER' --host cache2
fresh; echo >info
refused 1 'not understood' --host cache2
fresh; touch stubborn
refused 1 'sets it back' --host cache2
touch strange
refused 1 'does not do it' --host cache2
touch refuses
refused 1 'unknown command' --host cache2
touch locked
refused 3 NOAUTH --host cache2
touch warned
refused 3 'refuses the password in REDISCLI_AUTH: Warning: AUTH failed' --host cache2
touch down
refused 3 'no answer' --host cache2
refused 2 '--host is required'
refused 2 '--host takes' --host 'x; touch pwned'
refused 2 '--port takes' --host x --port 65536
run --host x --port 65535
check 'the last port is one' test "$status" -eq 3
refused 2 '--port takes' --host x --port '$(touch pwned)'
refused 2 '--master-is-off takes' --host x --master-is-off maybe
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --host x >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
