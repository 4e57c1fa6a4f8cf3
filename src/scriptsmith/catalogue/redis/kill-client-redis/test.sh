#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant a2e0cf53: how long it waits between two looks, and behind the last one, changes no result
# equivalent mutant aa987575: the same wait

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
  'CLIENT LIST') cat clients ;;
  'CLIENT KILL ID 42')
    if [[ -e forbidden ]]; then printf "NOPERM this user has no permissions to run the 'client|kill' command\n\n"; exit 0; fi
    if [[ ! -e stubborn ]]; then sed -i '/^id=42 /d' clients; fi
    echo 1
    ;;
esac
EOF
fill() { # FLAGS
  printf 'id=4 addr=10.0.0.9:1 name= age=1 idle=0 flags=N omem=0 cmd=client|list user=default\n' >clients
  printf 'id=42 addr=10.0.0.7:58217 name=a\e[31mb age=900 idle=12 flags=%s omem=0 cmd=subscribe user=shop\n' "$1" >>clients
}

fill N
run --id 42 --dry-run
check 'a dry run says what it would close' test "$out" = 'would close: client 42, 10.0.0.7:58217, user shop, connected for 900 s, idle for 12 s, last command subscribe'
check 'a dry run closes nothing' test -z "$(calls 'KILL')"
run --id 042 --port 06380
check 'it succeeds' test "$status" -eq 0
check 'it says what was closed' grep -q '^closed: client 42, 10.0.0.7:58217, user shop' <<<"$out"
check 'only that one is closed' test -n "$(calls '^cmd CLIENT KILL ID 42$')"
check 'another server can be asked' test -n "$(calls '^redis-cli -h 127.0.0.1 -p 6380 CLIENT KILL')"
: >"$STUB_LOG"
run --id 42
check 'a second run has nothing to do' test "$out" = 'nothing to close: there is no client 42'
check 'a second run closes nothing' test -z "$(calls 'KILL')"
fill S
run --id 42
check 'a replica is refused' test "$status" -eq 3
fill M
run --id 42
check 'so is the master' test "$status" -eq 3
check 'and they are not closed' test -z "$(calls 'KILL')"
fill N
touch stubborn
run --id 42
check 'a client that stays is a failure' test "$status" -eq 1
touch forbidden
run --id 42
check 'a refusal of the server is told' test "$status" -eq 3
: >clients
run --id 42
check 'an empty answer is a failure' test "$status" -eq 1
touch locked
run --id 42
check 'a server that wants a password is a failed precondition' test "$status" -eq 3
check 'its word is passed on' grep -q 'NOAUTH' <<<"$err"
touch warned
run --id 42
check 'a refused password is told, and what came without it is not' test "$status:$out:$(grep -c 'refuses the password in REDISCLI_AUTH: Warning: AUTH failed$' <<<"$err")" = 3::1
touch down
run --id 42
check 'a server that is down is a failed precondition' test "$status" -eq 3
run --port 65536 --id 42
check 'a port out of range is refused' test "$status" -eq 2

run --id 'x; touch pwned'
check 'a command as --id is refused' test "$status" -eq 2
run --id '$(touch pwned)'
check 'a substitution as --id is refused' test "$status" -eq 2
run
check '--id is required' test "$status" -eq 2
run --id 42 --host 'x; touch pwned'
check 'a command as --host is refused' test "$status" -eq 2
run --id 42 --host '$(touch pwned)'
check 'a substitution as --host is refused' test "$status" -eq 2
run --id 42 --port 'x; touch pwned'
check 'a command as --port is refused' test "$status" -eq 2
run --id 42 --port '$(touch pwned)'
check 'a substitution as --port is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --id 42 --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --id 42 >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
