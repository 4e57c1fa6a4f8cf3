#!/usr/bin/env bash
. "$HARNESS"

stub ss <<'EOF'
case "$*" in
  *:9999*) exit 1 ;;
  *--tcp*:8080*)
    echo 'LISTEN 0 511 0.0.0.0:8080 0.0.0.0:* users:(("nginx",pid=812,fd=6),("nginx",pid=811,fd=6))'
    echo 'LISTEN 0 511 [::]:8080 [::]:* users:(("nginx",pid=812,fd=7))' ;;
  *--all*:50000) echo 'ESTAB 0 0 10.0.0.1:50000 10.0.0.2:443 users:(("curl",pid=812,fd=5))' ;;
  *:22) echo 'LISTEN 0 128 0.0.0.0:22 0.0.0.0:*' ;;
esac
EOF
stub ps <<'EOF'
echo 'USER PID PPID AGE COMMAND'
echo 'www-data 812 811 01:02 nginx: worker process'
EOF

run --port 8080
check 'it succeeds' test "$status" -eq 0
check 'the sockets are shown' grep -q '0.0.0.0:8080' <<<"$out"
check 'the process is shown' grep -q 'nginx: worker process' <<<"$out"
check 'each pid is asked for once' test -n "$(calls '^ps .*-p 811,812$')"
check 'both protocols are looked at' test -n "$(calls '^ss .*--tcp --udp sport = :8080$')"

run --port 08080 --protocol tcp
check 'one protocol can be chosen' test -n "$(calls '^ss .*--processes --tcp sport = :8080$')"
run --port 8081
check 'a free port is no failure' test "$status" -eq 0
check 'a free port is said to be free' grep -q 'nothing listens on port 8081' <<<"$out"
check 'and nothing else is said' test "$(wc -l <<<"$out")" -eq 1
run --port 50000
check 'a connection that has the port is told' bash -c 'grep -q "^nothing listens" <<<"$1" && grep -q "^  ESTAB .*10.0.0.1:50000" <<<"$1" && grep -q "nginx: worker" <<<"$1"' _ "$out"
run --port 22
check 'a hidden process is pointed out' grep -q 'run this as root' <<<"$err"
check 'and is no failure' test "$status" -eq 0
run --port 9999
check 'a failing ss is a failure' test "$status" -eq 1

run
check 'the port is required' test "$status" -eq 2
run --port 70000
check 'a port out of range is refused' test "$status" -eq 2
run --port 80 --protocol sctp
check 'an unknown protocol is refused' test "$status" -eq 2
run --port '80; touch pwned'
check 'a hostile port is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --port 80 >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
full() { status=0; out=$( (trap '' XFSZ; ulimit -f 0; STUB_LOG=/dev/null BASH_COMPAT=5.0 bash "$SCRIPT" "$@" </dev/null 2>&1) | cat) || status=$?; }
full --port 8080
check 'without room for a file the process is shown, too' test "$status:$(grep -c 'nginx: worker process' <<<"$out")" = 0:1
finish
