#!/usr/bin/env bash
. "$HARNESS"

stub sleep </dev/null
stub timeout <<'EOF'
# $1 seconds, then: getent ahosts HOST, which prints addresses or fails with 2, or bash -c CODE connect HOST PORT
if [ "$2" = getent ]; then [ "$4" != unknown.example ] && echo '192.0.2.7 STREAM' && exit 0; exit 2; fi
case $6 in
  open.example) exit 0 ;;
  silent.example) exit 124 ;;
  walled.example) echo 'bash: connect: No route to host' >&2; exit 1 ;;
  later.example) if [ -e .tried ]; then exit 0; fi; touch .tried; exit 124 ;;
  *) echo 'connect: connect: Connection refused' >&2; exit 1 ;;
esac
EOF

run --host open.example --port 5432
check 'an open port succeeds' test "$status" -eq 0
check 'an open port is said to be reachable' grep -q '^reachable: open.example port 5432' <<<"$out"
check 'the default timeout is used' test -n "$(calls '^timeout 5 bash -c .* open.example 5432$')"

run --host closed.example --port 81 --timeout 2
check 'a closed port is a failure' test "$status" -eq 1
check 'a refusal is told' grep -q 'connection refused' <<<"$out"
check 'the given timeout is used' test -n "$(calls '^timeout 2 bash')"
run --host silent.example --port 443
check 'silence is a failure' test "$status" -eq 1
check 'silence is told from refusal' grep -q 'no answer within 5 s' <<<"$out"
run --host walled.example --port 443
check 'no way may be a firewall' grep -q 'no route, .* or a firewall rejects' <<<"$out"
run --host unknown.example --port 443
check 'an unknown name is told' grep -q 'does not resolve' <<<"$out"
run --host later.example --port 443 --attempts 3
check 'a second attempt may succeed' test "$status" -eq 0
run --host fe80::1%eth0 --port 443
check 'an IPv6 address is taken' test "$status" -eq 1

run --host open.example
check 'the port is required' test "$status" -eq 2
run --host open.example --port 0
check 'port 0 is refused' test "$status" -eq 2
run --host -oProxy --port 22
check 'an option is no host' test "$status" -eq 2
run --host 'x; touch pwned' --port 22
check 'a hostile host is refused' test "$status" -eq 2
run --host '$(touch pwned)' --port 22
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --host open.example --port 80 >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
