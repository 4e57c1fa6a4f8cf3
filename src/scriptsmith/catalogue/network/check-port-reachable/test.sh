#!/usr/bin/env bash
. "$HARNESS"

stub sleep </dev/null
stub timeout <<'EOF'
# $1 seconds, then: getent ahosts HOST, which prints addresses or fails with 2, or bash -c CODE connect ADDRESS PORT
if [ "$2" = getent ]; then
  case $4 in
    unknown.example) exit 2 ;;
    slow.example) exit 124 ;;
    open.example) at=192.0.2.1 ;; silent.example) at=192.0.2.2 ;; walled.example) at=192.0.2.3 ;; later.example) at=192.0.2.4 ;;
    both.example) printf '2001:db8::2 STREAM both.example\n2001:db8::2 DGRAM\n'; at=192.0.2.1 ;;
    neither.example) printf '2001:db8::2 STREAM\n'; at=192.0.2.9 ;;
    *:*) at=$4 ;; *) at=192.0.2.9 ;;
  esac
  printf '%s STREAM\n%s DGRAM\n%s RAW\n' "$at" "$at" "$at"
  exit
fi
case $6 in
  192.0.2.1) exit 0 ;;
  192.0.2.2 | 2001:db8::2) exit 124 ;;
  192.0.2.3) echo 'bash: connect: No route to host' >&2; exit 1 ;;
  192.0.2.4) if [ -e .tried ]; then exit 0; fi; touch .tried; exit 124 ;;
  *) echo 'connect: connect: Connection refused' >&2; exit 1 ;;
esac
EOF

run --host open.example --port 5432
check 'an open port succeeds' test "$status" -eq 0
check 'an open port is said to be reachable' grep -q '^reachable: open.example port 5432' <<<"$out"
check 'the default timeout is used' test -n "$(calls '^timeout 5 bash -c .* 192.0.2.1 5432$')" -a "$(calls '^timeout 5 bash' | wc -l)" -eq 1

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
run --host slow.example --port 443
check 'so is a look-up without an answer' grep -q 'look-up of the host name gave no answer within 5 s' <<<"$out"
run --host both.example --port 443
check 'one address that accepts is enough' bash -c '[ "$1" = 0 ] && grep -q "^reachable: both.example port 443 accepted" <<<"$2"' _ "$status" "$out"
check 'and the one that does not is told' grep -qx 'warning: not at every address of both.example: 2001:db8::2: no answer within 5 s (dropped by a firewall, or the host is down)' <<<"$err"
run --host open.example --port 443
check 'one that accepts at all says nothing of that' test -z "$err"
run --host neither.example --port 443
check 'of several that do not accept each is told' grep -Eqx 'not reachable: neither.example port 443: 2001:db8::2: no answer .*; 192.0.2.9: connection refused .*' <<<"$out"
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
