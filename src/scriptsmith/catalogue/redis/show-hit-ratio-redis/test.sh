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
stub sleep <<<'if [[ -e later ]]; then cat later >info; fi'
state() { printf '# Server\nuptime_in_days:42\n# Stats\ntotal_commands_processed:900000\ninstantaneous_ops_per_sec:120\nexpired_keys:815\nevicted_keys:7\nkeyspace_hits:%s\nkeyspace_misses:%s\n' "$@"; }

state 8127 1873 >info
run
check 'it succeeds' test "$status" -eq 0
check 'the ratio is told' grep -qx 'hit ratio since the start or a reset: 81.2 percent (8127 hits, 1873 misses)' <<<"$out"
check 'that nothing is looked up now is told' grep -qx 'hit ratio within 5 s: no lookups' <<<"$out"
state 8130 1880 >later
run
check 'the ratio of now is told beside it' grep -qx 'hit ratio within 5 s: 30.0 percent (3 hits, 7 misses)' <<<"$out"
check 'it looks for five seconds' test -n "$(calls '^sleep 5$')"
state 2 1880 >later
run
check 'statistics that begin anew are told' grep -qx 'the statistics were reset meanwhile' <<<"$out"
: >later
run
check 'a second answer that is empty is a failure' test "$status" -eq 1
rm later
state 8127 1873 >info
run
check 'the load is told' grep -qx 'commands: 120 a second now, 900000 in all' <<<"$out"
check 'expired and evicted keys are told' grep -qx 'keys: 815 expired, 7 evicted' <<<"$out"
check 'since when is told' grep -qx 'the server has run for 42 days' <<<"$out"
check 'no carriage return is printed' test "${out//$'\r'/}" = "$out"
state 5 0 >info
run
check 'all hits are a hundred percent' grep -q '^hit ratio since the start or a reset: 100.0 percent' <<<"$out"
state 0 0 >info
run --host redis2.example.org --port 06380
check 'no lookups are fine' test "$status" -eq 0
check 'it says so' grep -qx 'hit ratio since the start or a reset: no lookups' <<<"$out"
check 'another server can be asked' test -n "$(calls '^redis-cli -h redis2.example.org -p 6380 INFO$')"
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
