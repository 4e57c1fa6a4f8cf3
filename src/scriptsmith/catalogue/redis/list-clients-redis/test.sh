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
if [[ $* == 'CLIENT LIST' ]]; then cat clients; fi
EOF
client() { printf 'id=%s addr=%s laddr=10.0.0.5:6379 fd=8 name= age=900 idle=%s flags=N db=0 sub=0 psub=0 multi=-1 qbuf=26 obl=0 oll=0 omem=%s tot-mem=37658 events=r cmd=get user=default redir=-1 resp=2\n' "$@"; }
{ client 3 10.0.0.7:1 12 0; client 4 10.0.0.7:2 700 0; client 5 '[fe80::1]:9' 0 52428800; client 6 $'/tmp/\e[31m$(touch${IFS}pwned).sock:0' 0 0; } >clients

run
check 'it succeeds' test "$status" -eq 0
check 'they are counted' test "$(head -n 1 <<<"$out")" = '4 clients from 3 addresses'
check 'the largest group comes first' grep -Eqx ' +2  10\.0\.0\.7 +12 to 700' <<<"$(sed -n 3p <<<"$out")"
check 'an IPv6 address is taken whole' grep -Eq ' 1  \[fe80::1\] ' <<<"$out"
check 'a large buffer is pointed out' grep -qxF 'large buffer: id 5 from [fe80::1]:9: 50 MiB wait to be read, idle for 0 s' <<<"$out"
check 'an address runs nothing' test ! -e pwned
check 'an escape sequence does not reach the terminal' test "${out//$'\e'/}" = "$out"
run --host redis2.example.org --port 06380
check 'another server can be asked' test -n "$(calls '^redis-cli -h redis2.example.org -p 6380 CLIENT LIST$')"
client 3 10.0.0.7:1 12 0 >clients
run
check 'without large buffers that is told' test "$(grep 'large' <<<"$out")" = 'no client has a large buffer'
client 3 10.0.0.7:1 12 0 | sed 's/qbuf=26/qbuf=5242881/' >clients
run
check 'what a client has sent and nobody serves is pointed out too' grep -qxF 'large buffer: id 3 from 10.0.0.7:1: 5 MiB that it sent wait to be served, idle for 12 s' <<<"$out"
for n in {1..20}; do client "$n" "10.0.1.$n:1" 0 0; done >clients
run
check 'twenty addresses are all of them' test "$(grep -c ^note <<<"$out")" = 0
client 21 10.0.1.21:1 0 0 >>clients
run
check 'that there are more addresses is told' grep -qx 'note: the 20 addresses with the most connections are listed' <<<"$out"
# Ten thousand are as many as a server takes unless it is told, and then one asks who they are.
for n in {1..6000}; do printf 'id=%d addr=10.2.%d.1:%d laddr=10.0.0.5:6379 fd=8 name= age=900 idle=1 flags=N db=0 sub=0 psub=0 multi=-1 qbuf=26 obl=0 oll=0 omem=0 tot-mem=37658 events=r cmd=get user=default redir=-1 resp=2\n' "$n" $((n % 4)) "$n"; done >clients
SECONDS=0
LC_ALL=C.UTF-8 run
check 'thousands of clients are listed' test "$(head -n 1 <<<"$out")" = '6000 clients from 4 addresses'
check 'and take seconds, not minutes' test "$SECONDS" -lt 20
: >clients
run
check 'an empty answer is a failure' test "$status" -eq 1
echo "ERR unknown subcommand 'LIST'" >clients
run
check 'an error of the server is a failure, though redis-cli ends with 0' test "$status" -eq 1
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
