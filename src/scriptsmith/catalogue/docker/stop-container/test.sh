#!/usr/bin/env bash
. "$HARNESS"

for it in web slow locked same; do echo 'running|0|always|nginx:1|false|<nil>|' >$it; done; for it in once going; do echo 'running|0|no|nginx:1|true|<nil>|' >$it; done
echo 'running|0|no|postgres:15|false|120|shop_db' >db; echo 'running|0|no|nginx:1|false|<nil>|' >stuck
echo 'exited|0|no|nginx:1|false' >off; echo 'paused|0|no|nginx:1|false' >cold
stub docker <<'EOF'
case "$*" in
  'container inspect --format {{.State.Status}}|{{.State.ExitCode}}|{{.HostConfig.RestartPolicy.Name}}|{{.Config.Image}}|{{.HostConfig.AutoRemove}}|{{.Config.StopTimeout}}|{{index .Config.Labels "com.docker.swarm.service.name"}} '*) cat "${!#}" 2>/dev/null ;;
  'stop locked') exit 1 ;;
  'stop same') echo same ;;
  'stop once') rm once; echo once ;;
  'stop going') echo 'removing|0|no|nginx:1|true|<nil>|' >going ;;
  'stop stuck') echo 'removing|0|no|nginx:1|false|<nil>|' >stuck ;;
  'stop db') echo 'exited|137|no|postgres:15|false|120|shop_db' >db ;;
  'stop slow') echo 'exited|137|no|nginx:1|false' >slow ;;
  'stop -t '*' web') echo 'exited|0|always|nginx:1|false' >web; echo web ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
run --container web --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would stop: container web, with 10 seconds to end by itself' <<<"$out"
check 'a dry run stops nothing' test -z "$(calls '^docker stop')"
run --container web --grace 060
check 'it succeeds' test "$status" -eq 0
check 'the container is stopped, with the given grace' test -n "$(calls '^docker stop -t 60 web$')"
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
check 'the time that it was made with is its own' test -n "$(calls '^docker stop db$')"
check 'and is told' grep -q 'did not end within 120 seconds' <<<"$out"
check 'a service of a swarm is pointed out' grep -qx 'note: it belongs to service shop_db of a swarm, which starts another in its place' <<<"$out"
run --container same
check 'one that goes on is a failure' test "$status" -eq 1
run --container locked
check 'a stop that fails is a failure' test "$status" -eq 1
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
