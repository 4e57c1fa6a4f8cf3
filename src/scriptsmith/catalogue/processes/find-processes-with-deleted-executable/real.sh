#!/usr/bin/env bash
# packages: procps curl socat
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

run
check 'a fresh machine runs nothing that was replaced' grep -q '^none of [0-9]* processes runs a deleted' <<<"$out"
cp "$(command -v sleep)" worker
./worker 300 &
cp "$(command -v sleep)" gone
./gone 300 &
sleep 0.5
rm gone worker
cp "$(command -v sleep)" worker
run
check 'a program that was replaced' grep -Eq "^PROGRAM +[0-9]+  worker +$PWD/worker$" <<<"$out"
check 'one that was deleted' grep -Eq "^GONE +[0-9]+  gone +$PWD/gone$" <<<"$out"
check 'they are counted' grep -q '^2 of [0-9]* processes run' <<<"$out"
lib=$(ldd "$(command -v curl)" | sed -n 's/.*=> \(.*libz[.]so[^ ]*\) .*/\1/p')
curl -s --max-time 60 telnet://127.0.0.1:1 >/dev/null; socat TCP-LISTEN:7000,fork EXEC:'sleep 60' &
await bash -c 'ss -Hltn | grep -q :7000'
curl -s telnet://127.0.0.1:7000 </dev/zero >/dev/null &
sleep 0.5
cp "$lib" copy && rm "$(readlink -f "$lib")" && cp copy "$(readlink -f "$lib")"
run
check 'a library that was replaced' grep -Eq '^LIBRARY +[0-9]+  curl +.*libz' <<<"$out"
other=$(ldd "$(command -v curl)" | sed -n 's/.*=> \(.*libcurl[.]so[^ ]*\) .*/\1/p')
cp "$other" copy && rm "$(readlink -f "$other")" && cp copy "$(readlink -f "$other")"
run
check 'a second one of the same process as well' test "$(grep -Ec '^LIBRARY +[0-9]+  curl +.*lib(z|curl)' <<<"$out"):$(grep -c '^3 of [0-9]* processes run' <<<"$out")" = 2:1
cp "$lib" /usr/lib/libold.so.1.1.1k
LD_PRELOAD=/usr/lib/libold.so.1.1.1k sleep 200 &
sleep 0.5
rm /usr/lib/libold.so.1.1.1k
run
check 'also one with a letter in its version' grep -Eq '^LIBRARY +[0-9]+  sleep +/usr/lib/libold.so.1.1.1k$' <<<"$out"
for mode in 1 2; do
  mount -o remount,hidepid=$mode /proc
  setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out 2>.err; status=$?
  check "where /proc hides the processes of others (hidepid=$mode) that is said" test "$status:$(grep -c hidepid .err)" = 3:1
done
finish
