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
if [[ $* == 'SLOWLOG GET '* ]] && [[ -n $quoted ]]; then cat log; fi
if [[ $* == 'CONFIG GET slowlog-log-slower-than' ]]; then cat least; fi
EOF
cat >log <<'EOF'
 1) 1) (integer) 14
    2) (integer) 1706756645
    3) (integer) 81000
    4) 1) "KEYS"
       2) "*"
    5) "10.0.0.7:58217"
    6) "worker"
 2) 1) (integer) 13
    2) (integer) 1706756600
    3) (integer) 12000
    4)  1) "mset"
        2) "k1"
        3) "x\ny \"q\""
        4) "k2"
        5) "2"
        6) "k3"
    5) "/run/redis.sock:0"
    6) ""
EOF
export TZ=UTC

run
check 'it succeeds' test "$status" -eq 0
check 'the newest comes first' grep -Eqx '2024-02-01 03:04:05 +81000 us  10\.0\.0\.7:58217 +"KEYS" "\*"' <<<"$(head -n 1 <<<"$out")"
check 'words are kept apart from fields' grep -qF '/run/redis.sock:0      "mset" "k1" "x\ny \"q\"" "k2" "2" "k3"' <<<"$out"
check 'they are counted' grep -qx '2 slow commands listed' <<<"$out"
run --limit 01 --port 6380
check 'the count is used' test "$(wc -l <<<"$out"):$(grep -c '"mset"' <<<"$out")" = 3:0
check 'that there are more is told, with the longest' test "$(tail -n 2 <<<"$out")" = "1 slow commands listed, of 2 in the log; the longest of them all:
$(head -n 1 <<<"$out")"
sed -i 's/12000$/912000/' log; run --limit 1
check 'also when that is an older one' grep -Eqx '2024-02-01 03:03:20 +912000 us  /run/redis.sock:0 +"mset" .*' <<<"$(tail -n 1 <<<"$out")"
for n in {1..11}; do printf '%2d) 1) (integer) %d\n    2) (integer) 1706756645\n    3) (integer) 5\n    4) 1) "GET"\n       2) "%d"\n' "$n" $((50 - n)) "$n"; done >log
run
check 'ten are listed where no count is given' test "$(grep -c '"GET"' <<<"$(head -n -1 <<<"$out")"):$(grep -cx '10 slow commands listed, of 11 in the log; the longest of them all:' <<<"$out")" = 10:1
check 'another server can be asked' test -n "$(calls '^redis-cli -h 127.0.0.1 -p 6380 --no-raw SLOWLOG')"
echo '(empty array)' >log; printf 'slowlog-log-slower-than\r\n10000\r\n' >least
run
check 'an empty log is fine' test "$status" -eq 0
check 'it says so, and from when on is logged' test "$out" = 'the slow log is empty; what takes 10000 us or more is logged'
printf 'slowlog-log-slower-than\r\n-1\r\n' >least; run
check 'that it is switched off is told' grep -q 'SWITCHED OFF' <<<"$out"
echo "NOPERM this user has no permissions to run the 'config' command" >least; run
check 'who may not ask is told no such thing' grep -qx 'the slow log is empty; whether it is switched on is not known' <<<"$out"
echo 'surprise' >log
run
check 'another answer is a failure' test "$status" -eq 1
run --limit 0
check 'a count of 0 is refused' test "$status" -eq 2
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

run --limit 'x; touch pwned'
check 'a command as --limit is refused' test "$status" -eq 2
run --limit '$(touch pwned)'
check 'a substitution as --limit is refused' test "$status" -eq 2
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
