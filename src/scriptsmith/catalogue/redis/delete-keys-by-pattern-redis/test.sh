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
if [[ "$*" == 'INFO cluster' ]]; then cat cluster; exit; fi
if [[ $1 == SELECT ]]; then if (($2 < 16)); then echo OK; else echo 'ERR DB index is out of range'; fi; exit; fi
[[ $1 == EVAL && $3 == 0 && $# == 5 ]] || exit 1
if [[ $2 == *UNLINK* && -e replica ]]; then
  printf "READONLY You can't write against a read only replica. script: 37ef17, on @user_script:3.\n\n"
  exit 0
fi
# Two steps: position 0 leads to 1792, that to the end. The keys are the lines of the file keys.
mapfile -t keys <keys
half=$(((${#keys[@]} + 1) / 2))
if [[ $4 == 0 ]]; then
  met=("${keys[@]:0:half}") next=1792
else
  met=("${keys[@]:half}") next=0
fi
name=''
if ((${#met[@]} > 0)) && [[ $2 != *UNLINK* ]]; then name="\"${met[0]}\""; fi
printf '%s\n%s\n%s\n' "$next" "${#met[@]}" "$name"
if [[ $2 == *UNLINK* && $next == 0 && ! -e stubborn ]]; then : >keys; fi
EOF
fill() { printf 'session:1\nsession:\e[31m2\nsession:3\n' >keys; }

cluster() { printf '# Cluster\r\ncluster_enabled:%s\r\n' "$1" >cluster; }
fill
for answer in '1 belongs to a cluster' '? does not tell whether'; do
  cluster "${answer%% *}"
  run --pattern 'session:*'
  check "refused: ${answer#* }" bash -c '[ "$1" = 3 ] && grep -qF -e "$2" <<<"$3"' _ "$status" "${answer#* }" "$err"
done
check 'and all keys are there' test "$(wc -l <keys)" -eq 3
cluster 0
run --pattern 'session:*' --dry-run
check 'a dry run counts the keys' grep -qx "would delete: 3 keys of database 0 that match 'session:\*'" <<<"$out"
check 'a dry run shows some' grep -qx 'for example: "session:1"' <<<"$out"
check 'a dry run deletes nothing' test "$(wc -l <keys)" -eq 3
check 'an escape sequence does not reach the terminal' test "${out//$'\e'/}" = "$out"
run --pattern 'session:*' --database 03 --port 06380
check 'it succeeds' test "$status" -eq 0
check 'it says how many were deleted' grep -qx "deleted: 3 keys of database 3 that match 'session:\*'" <<<"$out"
check 'they are gone' test ! -s keys
check 'that database and server are asked' test -n "$(calls '^redis-cli -h 127.0.0.1 -p 6380 -n 3 EVAL')"
check 'it goes on where the step ended' test -n "$(calls ' 0 1792 session:\*$')"
: >"$STUB_LOG"
run --pattern 'session:*'
check 'a second run has nothing to do' grep -q '^nothing to delete: ' <<<"$out"
check 'of a pattern nothing more is said' test -z "$err"
check 'a second run deletes nothing' test -z "$(calls 'UNLINK')"
fill
: >"$STUB_LOG"
run --pattern 'session:*' --database 16
check 'a database that is not there is refused, and no key of another is touched' test "$status:$(grep -c 'DB index is out of range' <<<"$err"):$(wc -l <keys)" = 1:1:3
check 'nor asked for' test -z "$(calls '^cmd EVAL')"
seq -f 'session:%g' 11 >keys
run --pattern 'session:*' --database 010 --max 0010
check 'a leading zero makes no octal number' grep -q 'refused: 11 keys match .*, more than 10$' <<<"$err"
check 'nor another database' test -n "$(calls '^redis-cli .* -n 10 EVAL')"
run --pattern 'ses*' --dry-run
check 'three plain characters are enough' test "$status" -eq 0
long=$(printf 's%.0s' {1..200})
run --pattern "$long" --dry-run
check 'a pattern may have 200 characters' test "$status" -eq 0
run --pattern "${long}s" --dry-run
check 'and no more' test "$status" -eq 2
run --pattern $'session:\n*' --dry-run
check 'a control character is refused' test "$status" -eq 2
fill
run --pattern 'session:*' --max 2
check 'more than allowed are refused' test "$status" -eq 3
run --pattern '*'
check 'a pattern for everything is refused' test "$status" -eq 2
run --pattern '[a-z]*?'
check 'so is one for nearly everything' test "$status" -eq 2
run --pattern 'a\*[abc-]b?'
check 'only plain characters count' test "$status" -eq 2
check 'the keys are there still' test "$(wc -l <keys)" -eq 3
check 'a refused run deletes nothing' test -z "$(calls 'UNLINK')"
touch stubborn
run --pattern 'session:*'
check 'keys that stay are a failure' test "$status" -eq 1
touch replica
run --pattern 'session:*'
check 'a replica is a failure, though redis-cli ends with 0' test "$status" -eq 1
check 'and the word of the server is told' grep -q "port 6379: READONLY You can't write" <<<"$err"
: >keys
run --pattern '$(touch pwned); touch pwned'
check 'a hostile pattern is only a pattern' test "$status" -eq 0
touch locked
run --pattern 'session:*'
check 'a server that wants a password is a failed precondition' test "$status" -eq 3
check 'its word is passed on' grep -q 'NOAUTH' <<<"$err"
touch warned
run --pattern 'session:*'
check 'a refused password is told, and what came without it is not' test "$status:$out:$(grep -c 'refuses the password in REDISCLI_AUTH: Warning: AUTH failed$' <<<"$err")" = 3::1
touch down
run --pattern 'session:*'
check 'a server that is down is a failed precondition' test "$status" -eq 3
run --port 65536 --pattern 'session:*'
check 'a port out of range is refused' test "$status" -eq 2
run
check 'a pattern is required' test "$status" -eq 2

run --pattern 'session:*' --database 'x; touch pwned'
check 'a command as --database is refused' test "$status" -eq 2
run --pattern 'session:*' --database '$(touch pwned)'
check 'a substitution as --database is refused' test "$status" -eq 2
run --pattern 'session:*' --max 'x; touch pwned'
check 'a command as --max is refused' test "$status" -eq 2
run --pattern 'session:*' --max '$(touch pwned)'
check 'a substitution as --max is refused' test "$status" -eq 2
run --pattern 'session:*' --host 'x; touch pwned'
check 'a command as --host is refused' test "$status" -eq 2
run --pattern 'session:*' --host '$(touch pwned)'
check 'a substitution as --host is refused' test "$status" -eq 2
run --pattern 'session:*' --port 'x; touch pwned'
check 'a command as --port is refused' test "$status" -eq 2
run --pattern 'session:*' --port '$(touch pwned)'
check 'a substitution as --port is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
run --pattern 'session:*' --unknown 1
check 'an unknown option is refused' test "$status" -eq 2
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --pattern 'session:*' >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
