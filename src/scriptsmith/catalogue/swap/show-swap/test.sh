#!/usr/bin/env bash
. "$HARNESS"

mkdir -p proc/sys/vm
# memory AVAILABLE-KIB SWAP-TOTAL SWAP-FREE
memory() { printf 'MemTotal:       16777216 kB\nMemFree:          524288 kB\nMemAvailable:   %s kB\nSwapTotal:      %s kB\nSwapFree:       %s kB\n' "$1" "$2" "$3" >proc/meminfo; }
printf 'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n' >head

stub sleep <<<'cp later proc/vmstat'
{ cat head; printf '/dev/vda2                               partition\t2097148\t\t1048576\t\t-2\n/swap\\040file                            file\t\t1048576\t\t0\t\t-3\n'; } >proc/swaps
echo 60 >proc/sys/vm/swappiness
printf 'pgpgin 5\npswpin 1000\npswpout 2000\n' >proc/vmstat
cp proc/vmstat later
run --proc-root proc
check 'it succeeds' test "$status" -eq 0
check 'an area is shown' grep -Eqx ' +2047 MiB +1024 MiB +50% +-2  partition +/dev/vda2' <<<"$out"
check 'a file too' grep -Eq ' 0 MiB +0% +-3  file +/swap.040file$' <<<"$out"
check 'they are summed' grep -qx '2 areas: 1024 of 3071 MiB used' <<<"$out"
check 'the swappiness is shown' grep -qx 'vm.swappiness: 60' <<<"$out"
check 'calm is told' grep -q '^calm: ' <<<"$out"
printf 'pswpin 7000\npswpout 8000\n' >later
run --proc-root proc --seconds 6
check 'the pages are counted' grep -qx 'over 6 s: 1000 pages/s in, 1000 pages/s out' <<<"$out"
check 'swapping is told' grep -q '^SWAPPING: ' <<<"$out"
printf 'pswpin 7005\npswpout 8000\n' >later
run --proc-root proc
check 'a little is told apart' grep -qx 'some pages move' <<<"$out"
for each in '7005 9000:MUCH GOES OUT' '7005 8300:MUCH GOES OUT' '7005 8299:some pages move' '8005 8000:MUCH COMES IN' '7304 8000:some pages move'; do
  printf 'pswpin 7005\npswpout 8000\n' >proc/vmstat
  read -r a b <<<"${each%:*}"; printf 'pswpin %s\npswpout %s\n' "$a" "$b" >later
  run --proc-root proc
  check "what goes one way: ${each%:*}" grep -q "^${each#*:}" <<<"$out"
done
mkdir -p sys/module/zswap/parameters; echo N >sys/module/zswap/parameters/enabled
printf 'pswpin 7005\npswpout 8000\n' | tee later >proc/vmstat
run --proc-root proc
check 'with zswap off nothing is said of it' test "$(grep -c zswap <<<"$out")" -eq 0
echo Y >sys/module/zswap/parameters/enabled
run --proc-root proc
check 'with zswap on, and not counted, that is told' grep -q '^note: zswap is on' <<<"$out"
printf 'pswpin 7005\npswpout 8000\nzswpin 5\nzswpout 6\n' >proc/vmstat
printf 'pswpin 7005\npswpout 8003\nzswpin 605\nzswpout 906\n' >later
run --proc-root proc
check 'what moves within zswap is no calm' test "$(sed -n '/^over/,$p' <<<"$out")" = 'over 3 s: 200 pages/s in, 301 pages/s out
of these within compressed memory (zswap): 500 pages/s
SWAPPING: pages go both ways all the time; memory is short'
echo 'pswpin 7005' >proc/vmstat
run --proc-root proc
check 'a kernel that does not count is a failure' test "$status:$(grep -c 'does not tell of swapping' <<<"$err")" = 1:1
cp head proc/swaps
run --proc-root proc
check 'none is no failure' bash -c '[ "$1" = 0 ] && grep -q "^no swap is in use" <<<"$2"' _ "$status" "$out"
run
check 'it works on the real thing' test "$status" -eq 0
run --proc-root nowhere
check 'a missing process file system is refused' test "$status" -eq 3
run --seconds 0
check 'no time is refused' test "$status" -eq 2
run --seconds 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
