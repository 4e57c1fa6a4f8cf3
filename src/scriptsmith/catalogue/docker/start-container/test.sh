#!/usr/bin/env bash
. "$HARNESS"

stub sleep </dev/null
for it in web crash loop locked cafe cafe0000000 cafe00000000; do echo 'exited|137|2026-02-02T03:00:00.1Z|0|' >$it; done
echo 'running|0|2026-02-02T03:00:00.1Z|0|' >up; echo 'paused|0|x|0|' >cold; echo 'dead|0|x|0|' >gone
echo 'restarting|1|x|41|' >again; echo 'running|1|x|7|' >between; echo 'running|0|x|3|' >once
stub docker <<'EOF'
case "$*" in
  'container inspect --format {{.ID}}|{{.Name}}|{{.State.Status}}|{{.State.ExitCode}}|{{.State.FinishedAt}}|{{.RestartCount}}|{{if .State.Health}}{{.State.Health.Status}}{{end}} '*)
    it=${!#}; [[ ! $it =~ ^[a-f0-9]{64}$ ]] || it=$(cat last)
    [ -e "$it" ] || exit 1
    echo "$it" >last
    if [[ $it == cafe* ]]; then printf 'cafe%060d|/other|' 1; else printf 'f%063d|/%s|' 1 "$it"; fi
    cat "$it"; exit ;;
esac
if [[ $1 == start && $2 =~ ^[a-f0-9]{64}$ ]]; then set -- start "$(cat last)"; printf 'start %s\n' "$2" >>"$STUB_LOG"; fi
case "$*" in
  'start cafe'*) echo 'running|0|x|0|' >"$2" ;;
  'start locked') echo 'Error response from daemon: port is already allocated' >&2; exit 1 ;;
  'start web') echo 'running|0|x|0|starting' >web; echo web ;;
  'start crash') echo 'exited|127|x|0|' >crash; echo crash ;;
  'start loop') echo 'running|1|x|3|' >loop; echo loop ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
run --container web --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would start: container web' <<<"$out"
check 'how it ended last is told' grep -qx 'container web is exited, last exit code 137 at 2026-02-02T03:00:00' <<<"$out"
check 'a dry run starts nothing' test -z "$(calls '^docker start')"
run --container web
check 'it succeeds' test "$status" -eq 0
check 'the container is started' test -n "$(calls '^start web$')"
check 'and said to run' grep -qx 'container web runs, and did for ten seconds (starting)' <<<"$out"
run --container web
check 'a second run has nothing to do' test "$status" -eq 0 -a "$(calls '^start' | wc -l)" -eq 1
for short in cafe cafe0000000; do
  run --container $short
  check "the beginning of an id is no name: $short" test "$status:$(grep -c "no container $short (only other, whose id begins so)" <<<"$err")" = 3:1
done
check 'and starts nothing' test -z "$(calls '^start cafe')"
run --container cafe00000000
check 'one of 12 characters is an id' test "$status:$(calls '^start cafe' | wc -l)" = 0:1
run --container crash
check 'one that ends at once is a failure' test "$status" -eq 1 -a -n "$(grep 'exit code 127' <<<"$err")"
run --container loop
check 'one that is restarted over and over is a failure' grep -q '3 restarts' <<<"$err"
run --container locked
check 'a start that fails is a failure' test "$status" -eq 1
run --container up
check 'one that runs is left alone' grep -q '^nothing to start' <<<"$out"
run --container again
check 'one in a loop of restarts is a failure' test "$status" -eq 1 -a -n "$(grep 'exit code 1' <<<"$err")"
run --container once
check 'one that was restarted long ago and runs is fine' test "$status" -eq 0 -a -z "$(calls '^start once')"
stub sleep <<<'echo "running|1|x|8|" >between'
run --container between
check 'nor is one that runs between two ends in order' test "$status" -eq 1 -a -n "$(grep '8 restarts' <<<"$err")"
run --container cold
check 'a paused one is refused' test "$status" -eq 3
run --container gone
check 'a dead one is refused' test "$status" -eq 3
run --container absent
check 'a missing container is refused' test "$status" -eq 3
run
check 'the container is required' test "$status" -eq 2

run --container 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --container '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
