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
case $* in
  TIME) printf '1706756645\n449127\n' ;;
  INFO) crlf <info ;;
esac
EOF
up=900000
state() { # SAVED CHANGES STATUS AOF WRITE REWRITE
  printf '# Server\nuptime_in_seconds:%s\n' "$up"
  printf '# Persistence\nrdb_changes_since_last_save:%s\nrdb_bgsave_in_progress:0\nrdb_last_save_time:%s\nrdb_last_bgsave_status:%s\n' "$2" "$1" "$3"
  printf 'aof_enabled:%s\naof_last_bgrewrite_status:%s\naof_last_write_status:%s\n' "$4" "${6-ok}" "$5"
}
export TZ=UTC

state 1706753045 4711 ok 0 ok >info
run
check 'a recent save succeeds' test "$status" -eq 0
check 'when it was is told' grep -qx 'last save: 2024-02-01 02:04:05, 60 min ago, last status ok' <<<"$out"
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; STUB_LOG=/dev/null BASH_COMPAT=5.0 bash "$SCRIPT" </dev/null 2>/dev/null) | cat)
check 'without room for a file the same is told' test "$noroom" = "$out"
check 'the changes since are told' grep -qx 'changes since: 4711' <<<"$out"
check 'that there is no append-only file is told' grep -qx 'append-only file: off' <<<"$out"
state 1706746000 4711 ok 0 ok >info
run --hours 02
check 'a save that is too old is a failure' test "$status" -eq 1
check 'it says so' grep -q 'more than 2 h ago' <<<"$err"
state 1706746000 0 ok 0 ok >info
run --hours 2
check 'an old save without changes since is fine' test "$status" -eq 0
state 1706746000 4711 ok 1 ok >info
run --hours 2
check 'an old save with an append-only file is fine' test "$status" -eq 0
check 'and told' grep -qx 'note: the snapshot is more than 2 h old; the changes since stand in the append-only file only' <<<"$out"
check 'the append-only file is told' grep -qx 'append-only file: on, last write ok, last rewrite ok' <<<"$out"
state 1706753045 1 ok 1 err >info
run
check 'a recent snapshot is not called old' test -z "$(grep ^note <<<"$out")"
check 'an append-only file that cannot be written is a failure' test "$status" -eq 1
state 1706753045 1 ok 1 ok err >info
run
check 'one that cannot be rewritten too' test "$status" -eq 1
up=3600
state 1706753045 1 ok 0 ok >info
run
check 'the start of the server is no save' grep -qx 'last save: none since the start 60 min ago' <<<"$out"
check 'that there is none yet is told' grep -q '^note: nothing is saved yet' <<<"$out"
up=10645
state 1706746000 1 ok 0 ok >info
run --hours 2
check 'a start that is too long ago is a failure' grep -q 'nothing was saved since the start, more than 2 h ago' <<<"$err"
up=900000
state 1706753045 1 err 0 ok >info
run --port 06380
check 'a save that failed is a failure' grep -q 'the last save failed' <<<"$err"
check 'another server can be asked' test -n "$(calls '^redis-cli -h 127.0.0.1 -p 6380 INFO$')"
: >info
run
check 'an empty answer is a failure' test "$status" -eq 1
run --hours 0
check 'an age of 0 is refused' test "$status" -eq 2
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

run --hours 'x; touch pwned'
check 'a command as --hours is refused' test "$status" -eq 2
run --hours '$(touch pwned)'
check 'a substitution as --hours is refused' test "$status" -eq 2
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
