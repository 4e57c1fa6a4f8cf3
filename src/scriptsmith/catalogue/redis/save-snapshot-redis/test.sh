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
stub sleep </dev/null
stub redis-cli <<'EOF'
. ./redis.inc
case $* in
  INFO | 'INFO persistence') crlf <info; if [[ $* == *persistence && -e after && -e ours ]]; then cat after >info; rm ours; fi ;;
  BGSAVE)
    # Words of Redis 7.0 (bgsaveCommand in rdb.c); the save of another ends while one waits.
    if [[ -e rewriting ]]; then
      rm rewriting
      printf 'ERR Another child process is active (AOF?): can'"'"'t BGSAVE right now. Use BGSAVE SCHEDULE in order to schedule a BGSAVE whenever possible.\n\n'; exit 0
    elif grep -q in_progress:1 info; then
      [[ -e endless ]] || sed -i 's,in_progress:1,in_progress:0,; s,^rdb_changes.*,rdb_changes_since_last_save:12,' info
      printf 'ERR Background save already in progress\n\n'; exit 0
    elif [[ -e full ]]; then printf 'MISCONF Redis is configured to save RDB snapshots\n\n'; exit 0; fi
    state 1 ok 1706756000 >/dev/null
    touch ours
    echo 'Background saving started'
    ;;
esac
EOF
sed -i 's/^    state 1 .*/    sed -i s,in_progress:0,in_progress:1, info/' .stubs/redis-cli
state() { # RUNNING STATUS TIME [MEMORY]
  printf '# Memory\nused_memory:943718400\nused_memory_human:900.00M\ntotal_system_memory:%s\n# Persistence\nrdb_changes_since_last_save:4711\n' "${4:-25274793984}"
  printf 'rdb_bgsave_in_progress:%s\nrdb_last_save_time:%s\nrdb_last_bgsave_status:%s\n' "$1" "$3" "$2"
}
export TZ=UTC

state 0 ok 1706756000 >info
state 0 ok 1706756645 >after
run --dry-run
check 'a dry run says what it would save' test "$out" = 'would save: 900.00M of data, 4711 changes since the last save; a lower memory limit of its container is not known here'
check 'a dry run saves nothing' test -z "$(calls 'BGSAVE')"
run --port 06380
check 'it succeeds' test "$status" -eq 0
check 'it says when' test "$out" = 'saved: 900.00M of data, 4711 changes since the last save, at 2024-02-01 03:04:05'
check 'another server can be asked' test -n "$(calls '^redis-cli -h 127.0.0.1 -p 6380 BGSAVE$')"
: >"$STUB_LOG"
state 1 ok 1706756000 >info
run
check 'a save that runs is waited for' test "$status:$(head -n 1 <<<"$out")" = '0:waiting: the server saves or rewrites already'
check 'and another one is started, which has what was written since' test "$(calls 'cmd BGSAVE' | wc -l):$(grep -c '12 changes since' <<<"$out")" = 2:1
: >"$STUB_LOG"
state 0 err 1706756000 >info; touch rewriting
run
check 'a rewrite is waited for, and the failure of an earlier save is not that of this one' test "$status:$(calls 'cmd BGSAVE' | wc -l)" = 0:2
state 1 ok 1706756000 >info; touch endless
run --timeout 3
check 'a save that does not end lets no other begin' bash -c '[ "$1" -eq 1 ] && grep -q "no new save was started" <<<"$2"' _ "$status" "$err"
check 'that it waits is told once' test "$(grep -c '^waiting' <<<"$out")" -eq 1
run --timeout 010
check 'ten is ten with a nought before it too' grep -q 'rewrites after 10 s' <<<"$err"
rm endless
state 0 ok 1706756000 >info
state 0 err 1706756000 >after
run
check 'a save that fails is a failure' test "$status:$(grep -c 'the save failed (status err)' <<<"$err")" = 1:1
state 0 ok 1706756000 >info
rm after
run --timeout 3
check 'a save that takes too long is a failure' grep -q 'not written after 3 s' <<<"$err"
state 0 ok 1706756000 >info
touch full
run
check 'a refusal of the server is a failure, though redis-cli ends with 0' test "$status" -eq 1
: >"$STUB_LOG"
state 0 ok 1706756000 1073741824 >info
run
check 'too little memory is refused' test "$status" -eq 3
check 'and nothing is saved' test -z "$(calls 'BGSAVE')"
check 'it says how much there is' grep -q 'the data take 900 of the host.s 1024 MiB' <<<"$err"
for memory in 1887436800:0 1887436798:3; do
  state 0 ok 1706756000 "${memory%:*}" >info
  run --dry-run
  check "up to half of the memory may be taken: ${memory%:*}" test "$status" -eq "${memory#*:}"
done
state 0 ok 1706756000 | grep -v '^used_memory:' >info
run
check 'a size that is not told is a failure' test "$status:$(calls 'BGSAVE')" = 1:
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
