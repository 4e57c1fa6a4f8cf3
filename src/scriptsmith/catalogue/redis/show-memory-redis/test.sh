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
  INFO) crlf <info ;;
  'CONFIG GET maxmemory'*) [[ -e config ]] || { printf 'ERR unknown command CONFIG\n\n'; exit; }
    sed -n "s/^$3 //p" config | { read -r value && printf '%s\n%s\n' "$3" "$value"; } ;;
esac
EOF
memory() { # LIMIT POLICY
  printf '# Memory\nused_memory:943718400\nused_memory_human:900.00M\nused_memory_rss_human:1.10G\nused_memory_peak_human:990.00M\n'
  printf 'total_system_memory_human:23.54G\nmaxmemory:%s\nmaxmemory_human:1.00G\nmaxmemory_policy:%s\nmem_fragmentation_ratio:1.22\n\n# Stats\nevicted_keys:4711\n' "$1" "$2"
}

memory 1073741824 allkeys-lru >info
run
check 'it succeeds' test "$status" -eq 0
check 'the use is told' grep -qx 'used: 900.00M (at most 990.00M, process 1.10G)' <<<"$out"
check 'the share of the limit is told' grep -qx 'limit: 1.00G, 87 percent used' <<<"$out"
check 'the policy is told' grep -qx 'at the limit: allkeys-lru, keys are evicted' <<<"$out"
check 'evicted keys are counted' grep -qx 'evicted keys since the start: 4711' <<<"$out"
check 'no carriage return is printed' test "${out//$'\r'/}" = "$out"
check 'of a master nothing is said of replicas' test -z "$(grep ^note <<<"$out")"
echo role:slave >>info
run
check 'that a replica evicts nothing by itself is told' grep -q '^note: a replica leaves that to its master' <<<"$out"
memory 1073741824 noeviction >info
run
check 'a server that refuses writes is told apart' grep -qx 'at the limit: noeviction, writes are refused' <<<"$out"
memory 0 noeviction >info
run --host redis2.example.org --port 06380
check 'no limit is told' grep -qx 'limit: none of its own; the host has 23.54G, its container or service may be allowed less' <<<"$out"
check 'another server can be asked' test -n "$(calls '^redis-cli -h redis2.example.org -p 6380 INFO$')"
grep -v -e maxmemory -e total_system <<<"$(memory 0 noeviction)" >info
run
check 'a limit that is not told is not taken for none' test "$status:$(grep -c '^limit: NOT KNOWN, ' <<<"$out"):$(grep -c '^limit: none' <<<"$out")" = 0:1:0
printf 'maxmemory 1073741824\nmaxmemory-policy volatile-lru\n' >config
run
check 'where INFO tells no limit, the configuration is asked' test "$(sed -n '/limit/p' <<<"$out")" = 'limit: 1024 MiB, 87 percent used
at the limit: volatile-lru, keys with an expiry are evicted; with none left writes are refused'
printf 'maxmemory 0\nmaxmemory-policy noeviction\n' >config
run
check 'which may say that there is none' grep -qx 'limit: none of its own; the host has an amount that is not told, .*' <<<"$out"
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
