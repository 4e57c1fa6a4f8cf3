#!/usr/bin/env bash
# packages: iproute2 netcat-openbsd python3
. "$HARNESS"
ran_on iproute2 "$(ss --version | sed 's/.*iproute2-\([^,]*\).*/\1/')"
(cd /usr/local/bin && printf 'import socket, time\ns = socket.create_server(("127.0.0.1", 1001))\ntime.sleep(300)\n' >serve.py && exec python3 serve.py) &
await bash -c 'ss --no-header --listening --tcp sport = :1001 | grep -q .'
run
check 'an ordinary listener is none' bash -c '[ "$1" = 0 ] && [ "$2" = "1 listening sockets looked at (not those in networks of containers, nor connections that go out), 0 findings" ]' _ "$status" "$out"
real=$(readlink -f "$(command -v nc)")
mkdir -p /dev/shm/.x /root/bin /opt/.hidden
cp "$real" /dev/shm/.x/a && /dev/shm/.x/a -lk 127.0.0.1 1002 &
cp "$real" /root/bin/b && /root/bin/b -6 -lk ::1 1003 &
cp "$real" /opt/.hidden/c && /opt/.hidden/c -lku 127.0.0.1 1004 &
cp "$real" /opt/d && /opt/d -lk 127.0.0.1 1005 &
printf 'import socket, time\ns = socket.create_server(("127.0.0.1", 1006))\ntime.sleep(300)\n' >/tmp/e.py && python3 /tmp/e.py &
cp /tmp/e.py /root/f.py && sed -i 's/1006/1007/' /root/f.py && (cd / && exec python3 root/f.py) &
sed 's/1006/1008/' /tmp/e.py >/var/tmp/g.py && (cd /var/tmp && exec python3 -u ./g.py) &
python3 -c "$(sed 's/1006/1009/' /tmp/e.py)" &
mkdir -p /srv/app && sed 's/1006/1010/' /tmp/e.py >/srv/app/h.py && python3 /srv/app/h.py &
for port in 1007 1008 1009 1010; do await bash -c "ss --no-header --listening --tcp sport = :$port | grep -q ." ; done
for port in 1002 1003 1005 1006; do await bash -c "ss --no-header --listening --tcp sport = :$port | grep -q ." ; done
await bash -c 'ss --no-header --listening --udp sport = :1004 | grep -q .'
rm /opt/d
run
check 'they are found' test "$status" -eq 1
check 'from a temporary directory' grep -q '^ODD: tcp 127.0.0.1:1002  process [0-9]*  runs from a temporary directory: /dev/shm/.x/a$' <<<"$out"
check 'from a home, with IPv6' grep -q '^ODD: tcp \[::1\]:1003  process [0-9]*  runs from a home: /root/bin/b$' <<<"$out"
check 'from a hidden directory, with UDP' grep -q '^ODD: udp 127.0.0.1:1004  process [0-9]*  runs from a hidden' <<<"$out"
check 'from a file that is gone' grep -q '^ODD: tcp 127.0.0.1:1005  process [0-9]*  its program was deleted or replaced: /opt/d (deleted)$' <<<"$out"
check 'an interpreter of a file in a temporary directory' grep -q '^ODD: tcp 127.0.0.1:1006  process [0-9]*  an interpreter of .*: /tmp/e.py$' <<<"$out"
check 'of a file in a home, by a name that is not absolute' grep -q '^ODD: tcp 127.0.0.1:1007  process [0-9]*  an interpreter of a file in a home: /root/f.py$' <<<"$out"
check 'and in a temporary directory' grep -q '^ODD: tcp 127.0.0.1:1008  process [0-9]*  an interpreter of a file in a temporary directory: /var/tmp/g.py$' <<<"$out"
check 'code on the command line' grep -q '^ODD: tcp 127.0.0.1:1009  process [0-9]*  serves a directory or a shell at hand, runs code from its command line, or is netcat: /usr/bin/python3' <<<"$out"
check 'a script where programs belong is none' test -z "$(grep 1010 <<<"$out")"
check 'all are looked at' grep -qx '10 listening sockets looked at (not those in networks of containers, nor connections that go out), 8 findings' <<<"$out"
at=1020
for place in /var/www/html/uploads /run/lock /var/lib/php/sessions /var/cache/x /var/spool/x /etc /mnt; do
  at=$((at + 1)); mkdir -p "$place"; cp "$real" "$place/n"; "$place/n" -lk 127.0.0.1 $at &
  await bash -c "ss --no-header --listening --tcp sport = :$at | grep -q ."
done
loader=$(echo /lib64/ld-linux-*.so.*) && "$loader" /mnt/n -lk 127.0.0.1 1030 &
await bash -c 'ss --no-header --listening --tcp sport = :1030 | grep -q .'
run
check 'from places that are none of programs, and by the loader' test "$(grep -cE '^ODD: tcp 127.0.0.1:10(2[1-7]|30) ' <<<"$out")" = 8
check 'with what the loader runs' grep -q ':1030  process [0-9]*  started by the loader.*: /mnt/n$' <<<"$out"
mkfifo /root/pipe && (sh -i </root/pipe 2>&1 | nc -l 127.0.0.1 1031 >/root/pipe) &
await bash -c 'ss --no-header --listening --tcp sport = :1031 | grep -q .'
run
check 'a shell that netcat serves through a pipe' grep -q '^ODD: tcp 127.0.0.1:1031  process [0-9]*  .*is netcat: /usr/bin/nc' <<<"$out"
python3 -m http.server --bind 127.0.0.1 1032 2>/dev/null &
await bash -c 'ss --no-header --listening --tcp sport = :1032 | grep -q .'
run
check 'a directory that python serves' grep -q '^ODD: tcp 127.0.0.1:1032  process [0-9]*  serves a directory .*: /usr/bin/python3' <<<"$out"
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >/dev/null 2>&1
check 'without root it is refused' test "$?" -eq 3
finish
