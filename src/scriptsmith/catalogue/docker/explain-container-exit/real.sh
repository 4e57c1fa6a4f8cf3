#!/usr/bin/env bash
. "$HARNESS"
use docker

docker run --name good busybox:1 true
docker run --name bad busybox:1 sh -c 'echo the last word; exit 3' >/dev/null
docker run --name missing busybox:1 no-such-program >/dev/null 2>&1
docker create --name never busybox:1 true >/dev/null
docker run --detach --name lives busybox:1 sleep 1000 >/dev/null
docker run --name greedy --memory 8m --memory-swap 8m busybox:1 dd if=/dev/zero of=/dev/null bs=64M count=1 >/dev/null 2>&1

oom() { [[ $(docker inspect --format '{{.State.OOMKilled}}' greedy) == true ]]; }
await oom # docker learns of it from an event

run --container good
check 'an end without error' grep -qx 'exit code: 0 (no error: it came to its end, or was asked to stop and did)' <<<"$out"
check 'nobody stopped it' test -z "$(grep somebody <<<"$out")"
docker run --detach --name told busybox:1 sh -c 'trap "exit 0" TERM; while :; do sleep 0.2; done' >/dev/null
docker stop told >/dev/null
run --container told
check 'one that was stopped is told as that, whatever its code' test -n "$(grep '^exit code: 0 ' <<<"$out")" -a -n "$(grep -x 'somebody stopped or killed it by docker: signal 15 was sent' <<<"$out")"
short=$(docker inspect --format '{{.Id}}' told)
run --container "${short:0:5}"
check 'how an id begins is no name' test "$status" -eq 3
run --container "${short:0:12}"
check 'a short id is one' test "$status" -eq 0
run --container bad
check 'its own exit code' grep -qx 'exit code: 3 (the program reports an error)' <<<"$out"
check 'and what it said last' grep -qx '  the last word' <<<"$out"
check 'it is no memory trouble' test -z "$(grep 'OUT OF MEMORY' <<<"$out")"
run --container missing
check 'what docker could not start is told with its error' grep -q '^error of docker: .*no-such-program' <<<"$out"
check 'and is not told as an end of the program' grep -q 'never ran\|never started' <<<"$out"
run --container never
check 'one that never ran' grep -qx 'it was never started' <<<"$out"
run --container lives
check 'one that runs has no exit code' test -n "$(grep '^it runs now' <<<"$out")" -a -z "$(grep '^exit code' <<<"$out")"
check 'nor has it ended before' grep -qx 'earlier exit codes, as far as docker remembers: none' <<<"$out"
docker run --detach --name again --restart always busybox:1 sh -c 'test -e /seen && exec sleep 1000; touch /seen; exit 7' >/dev/null
back() { [[ $(docker inspect --format '{{.RestartCount}} {{.State.Status}}' again) == '1 running' ]]; }
await back
run --container again
check 'how one ended that was started again is told' grep -qx 'earlier exit codes, as far as docker remembers: 7' <<<"$out"
docker run --detach --name hungry --restart always --memory 8m --memory-swap 8m busybox:1 sh -c 'test -e /seen && exec sleep 1000; touch /seen; exec dd if=/dev/zero of=/dev/null bs=64M count=1' >/dev/null
fed() { [[ $(docker inspect --format '{{.RestartCount}} {{.State.Status}}' hungry) == '1 running' && -n $(docker events --since 0 --until "$(date +%s.%N)" --filter container=hungry --filter event=oom) ]]; }
await fed
run --container hungry
check 'of one that was started again it is told that memory was short' grep -Eqx 'earlier exit codes, as far as docker remembers: .*[(]out of memory[)].*' <<<"$out"
check 'with the code' grep -q '^earlier exit codes.* 137' <<<"$out"
run --container greedy
check 'the kernel took it, and its limit is told' grep -qx 'OUT OF MEMORY: the kernel killed it or a process in it, limit 8 MiB' <<<"$out"
check 'by SIGKILL' grep -q '^exit code: 137 ' <<<"$out"
run --container absent
check 'a container that is not there is refused' test "$status" -eq 3
finish
