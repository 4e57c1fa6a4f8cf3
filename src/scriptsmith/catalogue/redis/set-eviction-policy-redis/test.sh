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
  'CONFIG GET maxmemory') printf 'maxmemory\n'; cat limit ;;
  'CONFIG GET maxmemory-policy') printf 'maxmemory-policy\n'; cat policy ;;
  'CONFIG SET maxmemory-policy '*)
    if [[ -e managed ]]; then printf "ERR unknown command 'CONFIG'\n\n"; exit 0; fi
    if [[ -e odd ]]; then echo QUEUED; exit 0; fi
    if [[ ! -e stubborn ]]; then echo "$4" >policy; fi
    echo OK
    ;;
esac
EOF

echo 1073741824 >limit
echo noeviction >policy
run --policy allkeys-lru --dry-run
check 'a dry run says what it would set' test "$out" = 'would set: allkeys-lru (now noeviction)'
check 'a dry run sets nothing' test -z "$(calls 'CONFIG SET')"
run --policy allkeys-lru --host redis2.example.org --port 06380
check 'it succeeds' test "$status" -eq 0
check 'before and after are told' test "$out" = 'set: allkeys-lru (before: noeviction), until the next restart; replicas keep theirs
undo: redis-cli -h redis2.example.org -p 6380 CONFIG SET maxmemory-policy noeviction'
check 'it is set' grep -qx allkeys-lru policy
check 'another server can be asked' test -n "$(calls '^redis-cli -h redis2.example.org -p 6380 CONFIG SET maxmemory-policy allkeys-lru$')"
: >"$STUB_LOG"
run --policy allkeys-lru
check 'a second run has nothing to do' test "$out" = 'set already: allkeys-lru'
check 'a second run sets nothing' test -z "$(calls 'CONFIG SET')"
check 'with a limit nothing is said of it' test -z "$err"
echo 0 >limit
run --policy allkeys-lru
check 'without a limit that is told' bash -c '[ "$1" = 0 ] && grep -q "^note: no limit is set" <<<"$2"' _ "$status" "$err"
run --policy volatile-lru
check 'also where the policy changes' grep -q '^note: no limit is set' <<<"$err"
echo allkeys-lru >policy
touch stubborn
run --policy volatile-ttl
check 'a policy that does not take is a failure' test "$status" -eq 1
touch odd
run --policy volatile-ttl
check 'an answer that is not OK is told' bash -c '[ "$1" = 1 ] && grep -q "the server does not take it: QUEUED" <<<"$2"' _ "$status" "$err"
rm odd
touch managed
run --policy volatile-ttl
check 'an error of the server is a failure, though redis-cli ends with 0' test "$status" -eq 1
check 'and its words are passed on' grep -q "port 6379: ERR unknown command 'CONFIG'" <<<"$err"
run --policy lru
check 'an unknown policy is refused' test "$status" -eq 2
: >policy
run --policy volatile-ttl
check 'an empty answer is a failure' test "$status" -eq 1
echo '?' >policy
run --policy volatile-ttl
check 'one that is no policy too, and is told' grep -q "answer is not understood" <<<"$err"
touch locked
run --policy allkeys-lru
check 'a server that wants a password is a failed precondition' test "$status" -eq 3
check 'its word is passed on' grep -q 'NOAUTH' <<<"$err"
touch warned
run --policy allkeys-lru
check 'a refused password is told, and what came without it is not' test "$status:$out:$(grep -c 'refuses the password in REDISCLI_AUTH: Warning: AUTH failed$' <<<"$err")" = 3::1
touch down
run --policy allkeys-lru
check 'a server that is down is a failed precondition' test "$status" -eq 3
run --port 65536 --policy allkeys-lru
check 'a port out of range is refused' test "$status" -eq 2

run --policy 'x; touch pwned'
check 'a command as --policy is refused' test "$status" -eq 2
run --policy '$(touch pwned)'
check 'a substitution as --policy is refused' test "$status" -eq 2
run
check '--policy is required' test "$status" -eq 2
run --policy allkeys-lru --host 'x; touch pwned'
check 'a command as --host is refused' test "$status" -eq 2
run --policy allkeys-lru --host '$(touch pwned)'
check 'a substitution as --host is refused' test "$status" -eq 2
run --policy allkeys-lru --port 'x; touch pwned'
check 'a command as --port is refused' test "$status" -eq 2
run --policy allkeys-lru --port '$(touch pwned)'
check 'a substitution as --port is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --policy allkeys-lru --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --policy allkeys-lru >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
