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
  'INFO memory') crlf <info ;;
  'INFO replication') printf '# Replication\r\nrole:%s\r\n' "$(cat role 2>/dev/null || echo master)" ;;
  'CONFIG GET replica-ignore-maxmemory') [[ ! -s heeds ]] || printf 'replica-ignore-maxmemory\n%s\n' "$(cat heeds)" ;;
  'CONFIG SET maxmemory '*)
    if [[ -e managed ]]; then printf "ERR unknown command 'CONFIG'\n\n"; exit 0; fi
    if [[ ! -e stubborn ]]; then sed -i "s/^maxmemory:.*/maxmemory:$4/" info; fi
    echo OK
    ;;
esac
EOF
state() { printf '# Memory\nused_memory:943718400\ntotal_system_memory:25274793984\nmaxmemory:%s\nmaxmemory_policy:noeviction\n' "$1" >info; }

state 1073741824
run --size 2048 --dry-run
check 'a dry run says what it would set' test "$out" = 'would set: 2048 MiB (now 1024 MiB, 900 MiB used)'
check 'a dry run sets nothing' test -z "$(calls 'CONFIG')"
run --size 02048 --host redis2.example.org --port 06380
check 'it succeeds' test "$status" -eq 0
check 'before and after are told' test "$out" = 'set: 2048 MiB (before: 1024 MiB), 900 MiB used, until the next restart
note: a limit of its container or service, which Redis does not tell, has to be higher; replicas keep theirs
undo: redis-cli -h redis2.example.org -p 6380 CONFIG SET maxmemory 1073741824'
check 'the limit is given in bytes' test -n "$(calls '^redis-cli -h redis2.example.org -p 6380 CONFIG SET maxmemory 2147483648$')"
: >"$STUB_LOG"
run --size 2048
check 'a second run has nothing to do' test "$out" = 'set already: 2048 MiB'
check 'a second run sets nothing' test -z "$(calls 'CONFIG')"
run --size 900
check 'a limit below what is used is refused' test "$status" -eq 3
check 'and how much that is is told' grep -q 'the data take 900 MiB now, more than 900 MiB' <<<"$err"
run --size 21694
check 'a limit near the memory of the host is refused' test "$status" -eq 3
check 'and how much that is is told' grep -q 'the host has 24103 MiB in all' <<<"$err"
run --size 21693 --dry-run
check 'nine tenths of it are allowed' test "$status" -eq 0
state 1024000
run --size 2048 --dry-run
check 'a limit that is no number of MiB is told in bytes' grep -qF '(now 1024000 bytes,' <<<"$out"
state 2147483648
check 'a refused run sets nothing' test -z "$(calls 'CONFIG')"
check 'of a primary there is no warning' test -z "$(grep '^warning' <<<"$err")"
echo slave >role; echo yes >heeds
run --size 4096 --dry-run
check 'that a replica ignores its limit is told in a dry run' grep -qx 'warning: 127.0.0.1 port 6379 is a replica: with replica-ignore-maxmemory yes (here: yes) it ignores this limit until it becomes the primary, .*; set the primary, too' <<<"$err"
run --size 2048
check 'and where it is set already' test "$out:$(grep -c '(here: yes) it ignores this limit' <<<"$err")" = 'set already: 2048 MiB:1'
echo no >heeds
run --size 4096 --dry-run
check 'that one which heeds it may differ from its primary is told' grep -q '^warning: .*(here: no) .*evicts keys' <<<"$err"
: >heeds
run --size 4096 --dry-run
check 'and that it could not be asked' test "$status:$(grep -c '^warning: .*(here: not known)' <<<"$err")" = 0:1
rm role heeds
state 0
run --size 2048
check 'a first limit is told as such' grep -q '(before: no limit)' <<<"$out"
state 0
touch stubborn
run --size 2048
check 'a limit that does not take is a failure' test "$status" -eq 1
touch managed
run --size 2048
check 'an error of the server is a failure, though redis-cli ends with 0' test "$status" -eq 1
check 'and passed on' grep -qx "set-maxmemory-redis: 127.0.0.1 port 6379: ERR unknown command 'CONFIG'" <<<"$err"
run --size 0
check 'a limit of 0 is refused' test "$status" -eq 2
: >info
run --size 2048
check 'an empty answer is a failure' test "$status" -eq 1
touch locked
run --size 2048
check 'a server that wants a password is a failed precondition' test "$status" -eq 3
check 'its word is passed on' grep -q 'NOAUTH' <<<"$err"
touch warned
run --size 2048
check 'a refused password is told, and what came without it is not' test "$status:$out:$(grep -c 'refuses the password in REDISCLI_AUTH: Warning: AUTH failed$' <<<"$err")" = 3::1
touch down
run --size 2048
check 'a server that is down is a failed precondition' test "$status" -eq 3
run --port 65536 --size 2048
check 'a port out of range is refused' test "$status" -eq 2

run --size 'x; touch pwned'
check 'a command as --size is refused' test "$status" -eq 2
run --size '$(touch pwned)'
check 'a substitution as --size is refused' test "$status" -eq 2
run
check '--size is required' test "$status" -eq 2
run --size 2048 --host 'x; touch pwned'
check 'a command as --host is refused' test "$status" -eq 2
run --size 2048 --host '$(touch pwned)'
check 'a substitution as --host is refused' test "$status" -eq 2
run --size 2048 --port 'x; touch pwned'
check 'a command as --port is refused' test "$status" -eq 2
run --size 2048 --port '$(touch pwned)'
check 'a substitution as --port is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --size 2048 --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --size 2048 >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
