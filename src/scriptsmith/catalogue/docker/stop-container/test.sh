#!/usr/bin/env bash
. "$HARNESS"

put() { printf 'f%063d|/%s|%s|\n' "$1" "$2" "$3" >"$2"; } # NUMBER NAME STATE: the container as docker tells of it
for it in web slow locked same back fails; do put 1 $it 'running|0|always|nginx:1|false|<nil>|'; done
for it in once going again; do put 2 $it 'running|0|no|nginx:1|true|<nil>|'; done
put 3 db 'running|0|no|postgres:15|false|120|shop_db'; put 4 stuck 'running|0|no|nginx:1|false|<nil>|'
put 5 off 'exited|0|no|nginx:1|false'; put 6 cold 'paused|0|no|nginx:1|false'; put 7 lost 'running|0|no|nginx:1|false|<nil>|'
printf 'cafe%060d|/other|running|0|no|nginx:1|false|<nil>||\n' 1 >cafe; cp cafe cafe00000000; sed s,running,exited, cafe >other; cp cafe cafe0000000
printf 'f%063d|/k8s_web|running|0|no|nginx:1|false|<nil>||web-1\n' 8 >k8s_web
stub sleep <<'EOF'
case $(cat last) in
  back) sed -i 's/|exited|/|running|/' back ;;
  again) printf 'e%063d|/again|running|0|no|nginx:1|true|<nil>||\n' 1 >again ;;
  lost) rm lost ;;
esac
EOF
stub docker <<'EOF'
case "$*" in
  'container inspect --format {{.ID}}|{{.Name}}|{{.State.Status}}|{{.State.ExitCode}}|{{.HostConfig.RestartPolicy.Name}}|{{.Config.Image}}|{{.HostConfig.AutoRemove}}|{{.Config.StopTimeout}}|{{index .Config.Labels "com.docker.swarm.service.name"}}|{{index .Config.Labels "io.kubernetes.pod.name"}} '*)
    it=${!#}; [[ ! $it =~ ^[a-f0-9]{64}$ ]] || it=$(cat last)
    echo "$it" >last; cat "$it" 2>/dev/null; exit ;;
esac
if [[ $1 == stop ]]; then
  printf 'stop %s\n' "${*:2:$#-2} $(cat last)" >>"$STUB_LOG"
  end() { printf 'f%063d|/%s|%s|\n' 1 "$it" "$1" >"$it"; }
  it=$(cat last)
  [[ ${!#} =~ ^[a-f0-9]{64}$ ]] || exit 1
  case $it in
    locked) exit 1 ;;
    same) ;;
    once | again) rm $it ;;
    going) end 'removing|0|no|nginx:1|true|<nil>|' ;;
    stuck) end 'removing|0|no|nginx:1|false|<nil>|' ;;
    db) end 'exited|137|no|postgres:15|false|120|shop_db' ;;
    slow) end 'exited|137|no|nginx:1|false' ;;
    fails) end 'exited|1|on-failure|nginx:1|false' ;;
    web) [[ $2 == -t ]] && end 'exited|0|always|nginx:1|false' ;;
    *) end 'exited|0|on-failure|nginx:1|false' ;;
  esac
  exit
fi
echo "unknown flag: $*" >&2; exit 125
EOF
run --container web --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would stop: container web, with 10 seconds to end by itself' <<<"$out"
check 'a dry run stops nothing' test -z "$(calls '^docker stop')"
run --container web --grace 060
check 'it succeeds' test "$status" -eq 0
check 'the container is stopped, with the given grace' test -n "$(calls '^stop -t 60 web$')"
check 'and that is said' grep -qx 'stopped: container web, exit code 0' <<<"$out"
check 'what brings it back is told' grep -q '^note: its restart policy is always' <<<"$out"
run --container web
check 'a second run has nothing to do' test "$status" -eq 0 -a "$(calls '^docker stop' | wc -l)" -eq 1
run --container slow
check 'one that had to be killed is told' grep -q 'killed, as a rule because it did not end within 10 seconds' <<<"$out"
run --container once
check 'one that removes itself is stopped, too' test "$status" -eq 0 -a -n "$(grep 'removed itself' <<<"$out")"
run --container going
check 'and is so while its removal goes on' test "$status" -eq 0 -a -n "$(grep 'which removes itself' <<<"$out")"
run --container stuck
check 'one that somebody removes meanwhile is a failure' test "$status" -eq 1
run --container db
check 'the time that it was made with is its own' test -n "$(calls '^stop  db$')"
check 'and is told' grep -q 'did not end within 120 seconds' <<<"$out"
check 'a service of a swarm is pointed out' grep -qx 'note: it belongs to service shop_db of a swarm, which starts another in its place' <<<"$out"
run --container back
check 'one that is started again is a failure' test "$status:$(grep -c 'back was stopped and is running again' <<<"$err")" = 1:1
run --container again
check 'so is another one with its name' test "$status:$(grep -c 'is running again' <<<"$err")" = 1:1
run --container lost
check 'and one that is not to be seen any more' test "$status" -eq 1
run --container fails
check 'the policy on-failure brings back what failed' grep -qx 'note: its restart policy is on-failure, so it comes back when the docker daemon starts' <<<"$out"
for short in cafe cafe0000000; do
  run --container $short
  check "the beginning of an id is no name: $short" test "$status:$(grep -c "no container $short (only other, whose id begins so)" <<<"$err")" = 3:1
done
check 'and stops nothing' test -z "$(calls '^stop .*cafe')"
run --container cafe00000000
check 'one of 12 characters is an id' test "$status:$(grep -c 'restart policy' <<<"$out")" = 0:0
run --container k8s_web
check 'one of a pod is pointed out' grep -qx 'note: it belongs to pod web-1 of Kubernetes, which starts another in its place' <<<"$out"
run --container same
check 'one that goes on is a failure' test "$status" -eq 1
run --container locked
check 'a stop that fails is a failure' test "$status" -eq 1
run --container web
check 'that one which is down comes back with the daemon is told, too' grep -q '^note: its restart policy is always' <<<"$out"
run --container off
check 'one that is down is left alone' grep -q '^nothing to stop' <<<"$out"
run --container cold
check 'a paused one is refused' test "$status" -eq 3
run --container absent
check 'a missing container is refused' test "$status" -eq 3
run
check 'the container is required' test "$status" -eq 2

run --container 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --container '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
