#!/usr/bin/env bash
. "$HARNESS"

echo 0 >.uid
stub id <<<'cat .uid'
stub ss <<'EOF'
[ ! -e .broken ] || exit 1
[ ! -e .none ] || exit 0
cat .sockets
EOF
stub readlink <<'EOF'
! sed -n "s#^$1 ##p" .real 2>/dev/null | grep . || exit 0
case $1 in
  /proc/10/exe) echo /usr/sbin/sshd ;;
  /proc/11/exe) echo /usr/bin/nc.openbsd ;;
  /proc/20/exe) echo '/tmp/.x/a b' ;;
  /proc/30/exe) echo '/usr/sbin/nginx (deleted)' ;;
  /proc/40/exe) echo '/memfd:kit (deleted)' ;;
  /proc/50/exe) echo /home/ana/bin/server ;;
  /proc/60/exe) echo /var/www/html/uploads/x ;;
  /proc/70/exe) echo /run/lock/x ;;
  /proc/80/exe) echo /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 ;;
  /proc/9[0-9]/exe) set -- "${1#/proc/9}" /usr/local/bin /bin /sbin /lib/x /lib64 /opt/x /snap/x/1 /nix/store/x /var/lib/snapd/snap/x /var/lib/rancher/k3s; n=$((${1%/exe} + 2)); echo "${!n}/server" ;;
  *) exit 1 ;;
esac
EOF
cat >.good <<'EOF'
tcp   LISTEN 0      128          0.0.0.0:22        0.0.0.0:*    users:(("sshd",pid=10,fd=3))
EOF
cat .good - >.sockets <<'EOF'
tcp   LISTEN 0      128        127.0.0.1:4444      0.0.0.0:*    users:(("a",pid=20,fd=3),("a",pid=20,fd=4))
tcp   LISTEN 0      511                *:80              *:*    users:(("nginx",pid=30,fd=6),("nginx",pid=10,fd=6))
udp   UNCONN 0      0               [::]:5353         [::]:*    users:(("x",pid=40,fd=6))
tcp   LISTEN 0      511     [2001:db8::1]:8080        [::]:*    users:(("server",pid=50,fd=6))
udp   UNCONN 0      0            0.0.0.0:111       0.0.0.0:*
tcp   LISTEN 0      1          127.0.0.1:4445      0.0.0.0:*    users:(("nc",pid=11,fd=3))
EOF

run
check 'odd listeners are a failure' test "$status" -eq 1
check 'a program in /tmp is found' grep -qx 'ODD: tcp 127.0.0.1:4444  process 20  runs from a temporary directory: /tmp/.x/a b' <<<"$out"
check 'and told once' test "$(grep -c 'process 20' <<<"$out")" -eq 1
check 'netcat is found, whatever its options' grep -q 'process 11  .*is netcat: /usr/bin/nc.openbsd$' <<<"$out"
check 'a deleted program is found' grep -q 'process 30  its program was deleted' <<<"$out"
check 'a program in memory is found' grep -q '^ODD: udp \[::\]:5353  process 40  runs from memory alone' <<<"$out"
check 'one in a home is found' grep -q 'process 50  runs from a home' <<<"$out"
check 'a socket without a process is found' grep -q '0.0.0.0:111  process -' <<<"$out"
check 'an ordinary server is not' test -z "$(grep 'process 10' <<<"$out")"
check 'they are counted' grep -qx '7 listening sockets looked at (not those in networks of containers, nor connections that go out), 6 findings' <<<"$out"
for n in 60 70 80 9{0..9}; do echo "tcp LISTEN 0 5 0.0.0.0:90$n 0.0.0.0:* users:((\"x\",pid=$n,fd=3))"; done >.sockets
run
check 'a program outside the places of programs is found' grep -q 'process 60  runs from outside the places of programs: /var/www/html/uploads/x$' <<<"$out"
check 'one in a directory of locks' grep -q 'process 70  runs from a temporary directory: /run/lock/x$' <<<"$out"
check 'one that the loader started' grep -q 'process 80  started by the loader' <<<"$out"
check 'those in the places of programs are not' grep -qx '13 listening sockets looked at (not those in networks of containers, nor connections that go out), 3 findings' <<<"$out"
# Real processes, of which only the program is another.
for name in http.server x.sh -S; do echo 'sleep 60; :' >"$name"; done
bash -- http.server & python=$!
bash -- x.sh & module=$!
bash -- -S 0.0.0.0:8000 & php=$!
(exec -a httpd bash x.sh) & box=$!
(exec -a /bin/busybox bash x.sh) & shell=$!
printf '/proc/%s/exe %s\n' $python /usr/bin/python3.11 $module /usr/bin/python3.11 $php /usr/bin/php8.2 $box /usr/bin/busybox $shell /usr/bin/busybox >.real
for n in $python $module $php $box $shell; do echo "tcp LISTEN 0 5 0.0.0.0:8000 0.0.0.0:* users:((\"x\",pid=$n,fd=3))"; echo "/proc/$n/cwd /srv" >>.real; done >.sockets
for n in $python $module $php $box $shell; do while grep -q test.sh "/proc/$n/cmdline"; do sleep 0.1; done; done
run
for n in $python $php $box; do check "what serves a directory by one command is found: $(tr '\0' ' ' </proc/$n/cmdline)" grep -q "process $n  serves a directory or a shell at hand, .*: /usr/bin/" <<<"$out"; done
for n in $module $shell; do check "another is not: $(tr '\0' ' ' </proc/$n/cmdline)" test "$(grep -c "process $n " <<<"$out")" -eq 0; done
kill $python $module $php $box $shell
cp .good .sockets
run
check 'nothing odd succeeds' bash -c '[ "$1" -eq 0 ] && grep -qx "1 listening sockets looked at (not those in networks of containers, nor connections that go out), 0 findings" <<<"$2"' _ "$status" "$out"
touch .none
run
check 'no sockets is no fault' test "$status" -eq 0
touch .broken
run
check 'a failing ss is a failure' test "$status" -eq 1
echo 1000 >.uid
run
check 'without root it is refused' test "$status" -eq 3
run '$(touch pwned)'
check 'a word too many runs nothing' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
