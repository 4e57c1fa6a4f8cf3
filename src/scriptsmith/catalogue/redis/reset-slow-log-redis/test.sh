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
  'SLOWLOG LEN') cat len ;;
  'SLOWLOG GET 1') printf '1) 1) (integer) %s\n   2) (integer) 1706756645\n' "$(cat newest)" ;;
  'SLOWLOG RESET')
    if [[ -e old ]]; then printf "ERR unknown command 'SLOWLOG'\n\n"; exit 0; fi
    if [[ ! -e stubborn ]]; then cat after >len; fi
    if [[ -e later ]]; then cat later >newest; fi
    echo OK
    ;;
esac
EOF

echo 0 >after
echo 900 >newest
echo 42 >len
run --dry-run
check 'a dry run says what it would remove' test "$out" = 'would remove: 42 entries of the slow log of 127.0.0.1 port 6379'
check 'a dry run removes nothing' test -z "$(calls 'RESET')"
run --host redis2.example.org --port 06380
check 'it succeeds' test "$status" -eq 0
check 'it says what was removed' test "$out" = 'removed: 42 entries of the slow log of redis2.example.org port 6380'
check 'it is empty' test "$(cat len)" -eq 0
: >"$STUB_LOG"
run
check 'a second run has nothing to do' test "$out" = 'empty already: the slow log of 127.0.0.1 port 6379'
check 'a second run resets nothing' test -z "$(calls 'RESET')"
echo 42 >len
echo 2 >after
echo 902 >later
run
check 'what was logged since then is no failure' test "$status" -eq 0
echo 2 >after; : >later; echo 42 >len
run
check 'an answer that breaks off after it is a failure' test "$status:$(grep -c 'answer is not understood' <<<"$err")" = 1:1
rm later
: >after; echo 42 >len; echo 900 >newest
run
check 'so is a length that is not told afterwards' test "$status:$(grep -c 'does not tell the length' <<<"$err")" = 1:1
: >newest; echo 42 >len; : >"$STUB_LOG"
run
check 'without the number of the newest entry nothing is removed' test "$status:$(calls 'RESET')" = 1:
echo 900 >newest; echo 1 >len
touch stubborn
run
check 'one entry that stays is a failure' test "$status:$(grep -c 'still has 1 entries' <<<"$err")" = 1:1
rm stubborn
echo 42 >len
touch stubborn
run
check 'a log that stays is a failure' test "$status" -eq 1
touch old
run
check 'an error of the server is a failure, though redis-cli ends with 0' test "$status:$(grep -c ': 127.0.0.1 port 6379: ERR unknown command' <<<"$err")" = 1:1
: >len
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
