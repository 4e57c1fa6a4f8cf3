#!/usr/bin/env bash
. "$HARNESS"

mkdir bin
: >bin/web
# process PID NAME EXE [MAP-LINE]
process() {
  mkdir -p "proc/$1"
  printf '%s\n' "$2" >"proc/$1/comm"
  printf '%s\0' "$2" >"proc/$1/cmdline"
  ln -s "$3" "proc/$1/exe"
  printf '%s\n' '55d0-55d1 r--p 00000000 08:01 123      /usr/bin/x' "${4:-}" >"proc/$1/maps"
}
process 1 systemd /usr/lib/systemd/systemd
process 20 web "$PWD/bin/web (deleted)"
process 21 miner '/tmp/.x (deleted)'
process 22 'db one' /usr/bin/db '7f0-7f1 r-xp 00000000 08:01 99      /usr/lib/libssl.so.3 (deleted)'
process 25 sshd /usr/sbin/sshd '7f0-7f1 r-xp 00000000 08:01 99      /usr/lib64/libcrypto.so.1.1.1k (deleted)'
process 26 cron /usr/sbin/crond '7f0-7f1 r-xp 00000000 08:01 99      /usr/lib64/libpam.so.0;5f3a2b1c (deleted)'
printf '%s\n' '7f2-7f3 r-xp 00000000 08:01 98      /usr/lib/libz.so.1 (deleted)' '7f3-7f4 r--p 00000000 08:01 99      /usr/lib/libssl.so.3 (deleted)' >>proc/22/maps
process 28 old '/usr/bin/bash;5f3a2b1c (deleted)' '7f0-7f1 r-xp 00000000 08:01 99      /usr/lib/libcurl.so.4 (deleted)'
process 27 log /usr/sbin/logger '7f0-7f1 r--p 00000000 08:01 99      /var/log/x.so.d/old (deleted)'
process 23 shm /usr/bin/shm '7f0-7f1 rw-s 00000000 00:01 99      /memfd:wayland (deleted)'
process 24 '$(touch pwned)' /usr/bin/y
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; bash -O compat44 "$SCRIPT" --proc-root proc </dev/null 2>/dev/null) | cat)
run --proc-root proc
check 'without room for a file the same is told' test "$noroom" = "$out"
check 'it succeeds' test "$status" -eq 0
check 'a replaced program is found' grep -Eq "^PROGRAM +20  web +$PWD/bin/web$" <<<"$out"
check 'one that is gone is told apart' grep -Eqx 'GONE +21  miner +/tmp/.x' <<<"$out"
check 'an old library is found' grep -Eqx 'LIBRARY +22  db one +/usr/lib/libssl.so.3' <<<"$out"
check 'and each other one, once' test "$(grep -Ec '^LIBRARY +22 ' <<<"$out"):$(grep -Ec '^LIBRARY +22  db one +/usr/lib/libz.so.1$' <<<"$out")" = 2:1
check 'a program that rpm has replaced is none that is gone' grep -Eqx 'PROGRAM +28  old +/usr/bin/bash' <<<"$out"
check 'its libraries are looked at as well' grep -Eqx 'LIBRARY +28  old +/usr/lib/libcurl.so.4' <<<"$out"
check 'also with a letter in its version' grep -Eqx 'LIBRARY +25  sshd +/usr/lib64/libcrypto.so.1.1.1k' <<<"$out"
check 'and with what rpm hangs on to it' grep -Eqx 'LIBRARY +26  cron +/usr/lib64/libpam.so.0;5f3a2b1c' <<<"$out"
check 'a file in a folder of that kind is none' test "$(grep -c x.so.d <<<"$out")" -eq 0
check 'shared memory is no library' test "$(grep -c shm <<<"$out")" -eq 0
check 'one in order is not listed' test "$(grep -c systemd <<<"$out")" -eq 0
check 'processes are counted' grep -q '^6 of 10 processes' <<<"$out"
mkdir proc/2 proc/30
touch proc/2/cmdline proc/30/exe && rm proc/30/exe
rm -r proc/20 proc/21 proc/22 proc/25 proc/26 proc/27 proc/28
run --proc-root proc
check 'a clean host succeeds' bash -c '[ "$1" = 0 ] && [ "$2" = "none of 3 processes runs a deleted or replaced program or shared library; what Java, Python and the like have read is not seen" ]' _ "$status" "$out"
cp "$(type -P sleep)" own
./own 300 </dev/null >/dev/null 2>&1 &
one=$!
trap 'kill -KILL "$one" 2>/dev/null' EXIT
for _ in {1..100}; do [[ $(readlink "/proc/$one/exe") == */own ]] && break; /bin/sleep 0.02; done
rm own
run
check 'a real one is found' grep -Eq "^GONE +$one  own +/.*/own$" <<<"$out"
run --proc-root nowhere
check 'no process file system is refused' test "$status" -eq 3
mkdir bare
run --proc-root bare
check 'one without processes too' test "$status" -eq 3
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
run --proc-root
check 'an option needs a value' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
