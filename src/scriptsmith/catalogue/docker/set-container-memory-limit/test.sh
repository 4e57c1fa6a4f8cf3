#!/usr/bin/env bash
. "$HARNESS"

echo 'running|268435456|536870912|0' >web; echo 'running|0|0|0' >free; echo 'running|268435456|-1|0' >endless
echo 'exited|268435456|268435456|0' >off; echo 'running|268435456|268435456|209715200' >booked; cp web locked; cp web back
echo 'exited|268435456|268435456|209715200' >kept; echo 'running|268435456|<no value>|0' >odd; cp web small
stub docker <<'EOF'
case "$*" in
  'container inspect --format {{.ID}}|{{.Name}}|{{.State.Status}}|{{.HostConfig.Memory}}|{{.HostConfig.MemorySwap}}|{{.HostConfig.MemoryReservation}} '*)
    case ${!#} in cafe*) printf 'cafe%060d|/other|%s\n' 1 "$(<web)" ;; *) [ -e "${!#}" ] || exit 1; printf 'f00|/%s|%s\n' "${!#}" "$(<"${!#}")" ;; esac ;;
  'stats --no-stream --format {{.MemUsage}} free') echo '1.5GiB / 7.6GiB' ;;
  'stats --no-stream --format {{.MemUsage}} small') echo '1024KiB / 256MiB' ;;
  'stats --no-stream --format {{.MemUsage}} '*) echo '199.6MiB / 256MiB' ;;
  'update --memory '*' locked') echo 'Error response from daemon: cannot update' >&2; exit 1 ;;
  'update --memory '*' back') ;;
  'update --memory '*' --memory-swap '*) sed -i "s/|[0-9]*|[-0-9]*|/|$3|$5|/" "$6"; echo "$6" ;;
  'update --memory '*) sed -i "s/|[0-9]*|/|$3|/" "$4"; echo "$4" ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
run --container web --memory 512 --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would set: memory limit of container web to 512 MiB' <<<"$out"
check 'docker is asked once for what it knows of the container' test "$(calls '^docker container inspect ' | wc -l)" -eq 1
check 'a dry run changes nothing' grep -q '|268435456|536870912|' web
run --container web --memory 512
check 'it succeeds' test "$status" -eq 0
check 'the limit is set, and as much swap as before' grep -q '|536870912|805306368|' web
check 'the former limit is told' grep -qx 'set: memory limit of container web is 512 MiB (before: 256 MiB)' <<<"$out"
run --container web --memory 0512
check 'a second run has nothing to do' test "$status" -eq 0 -a "$(calls '^docker update' | wc -l)" -eq 1
for short in cafe cafe0000000; do
  run --container $short --memory 512
  check "the beginning of an id is no name: $short" test "$status:$(grep -c "no container $short (only other, whose id begins so)" <<<"$err")" = 3:1
done
check 'and changes nothing' test -z "$(calls '^docker update.* cafe')"
run --container web --memory 150
check 'a limit below what it uses is refused' test "$status" -eq 3 -a -n "$(grep 'uses more than 150 MiB' <<<"$err")"
run --container free --memory 1500
check 'sizes in GiB are understood' test "$status" -eq 3
stub awk <<'EOF'
# As mawk in de_DE.UTF-8, which reads no further than the point.
PATH=${PATH#*:}
[ "$LC_ALL" = C ] || exec awk "$@" < <(sed -E 's/([0-9])[.][0-9]+/\1/g')
exec awk "$@"
EOF
run --container free --memory 1500
check 'also where numbers are written with a comma' test "$status" -eq 3 -a -n "$(grep 'uses more than 1500 MiB' <<<"$err")"
rm .stubs/awk
run --container free --memory 2048
check 'a first limit can be set' grep -q '|2147483648|4294967296|' free
run --container endless --memory 300
check 'unlimited swap stays so' grep -q '|314572800|-1|' endless
run --container off --memory 100
check 'a stopped container can be changed, without swap as before' grep -q '|104857600|104857600|' off
run --container booked --memory 199
check 'a limit below its reservation is refused' test "$status" -eq 3
run --container kept --memory 199
check 'which is told' grep -q 'has 200 MiB reserved' <<<"$err"
run --container kept --memory 200
check 'one as high as that is set' grep -q '|209715200|209715200|' kept
run --container small --memory 6
check 'the least that docker allows can be set' grep -q '|6291456|274726912|' small
check 'sizes in KiB are understood' grep -qx 'it uses 2 MiB now' <<<"$out"
run --container odd --memory 512
check 'limits that cannot be read are refused' test "$status" -eq 3 -a -z "$(calls '^docker update .* odd')"
run --container back --memory 512
check 'a limit that does not take is a failure' test "$status" -eq 1 -a -n "$(grep 'is 256 MiB after the change' <<<"$err")"
run --container locked --memory 512
check 'a change that fails is a failure' test "$status" -eq 1
run --container absent --memory 512
check 'a missing container is refused' test "$status" -eq 3
run --container web --memory 5
check 'less than docker allows is refused' test "$status" -eq 2
for memory in 0 1.5 12345678; do
  run --container web --memory "$memory"
  check "and so is $memory" test "$status" -eq 2
done

run --container web --memory 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --container web --memory '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
