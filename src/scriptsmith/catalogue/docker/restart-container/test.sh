#!/usr/bin/env bash
. "$HARNESS"

stub sleep </dev/null
stub timeout <<<'shift; exec "$@"'
fresh() { echo 'running|2026-01-01T00:00:00.1Z|3||0|<nil>' >"$1"; }
# As podman has it where it is installed as docker: no slash before names, and a time of another form.
echo 'running|2026-01-01 00:00:00.1 +0000 UTC|0||0|10|' >plain
for it in web sick slow stuck crash once down same locked vanishing; do fresh $it; done
echo 'paused|2026-01-01T00:00:00.1Z|0||0|<nil>' >cold
echo 'running|2026-01-01T00:00:00.1Z|0||0|120|' >db
echo 'running|2026-01-01T00:00:00.1Z|0||0|<nil>|shop_web' >task
stub docker <<'EOF'
case "$*" in
  'container inspect --format {{.HostConfig.NetworkMode}} {{.Name}} '*) [ "${!#}" != gone ] || exit 1; case ${!#} in aa) echo 'container:id-of-web /side' ;; bb) echo 'container:id-of-plain pod-side' ;; *) echo "bridge /${!#}" ;; esac ;;
  'ps --quiet --no-trunc') [ ! -e .unlisted ] || exit 1; printf '%s\n' id-of-web aa gone bb ;;
  'container inspect --format {{.ID}}|{{.Name}}|{{.State.Status}}|'*) file=${!#}
    case $file in cafe*) printf 'cafe%060d|/other|%s\n' 1 "$(<web)"; exit ;; esac
    [ -e "$file" ] || { echo 'Error: No such container' >&2; exit 1; }
    slash=/; [ "$file" != plain ] || slash=''
    printf 'id-of-%s|%s|%s\n' "$file" "$slash$file" "$(<"$file")"
    [ ! -e "$file.next" ] || mv "$file.next" "$file" ;;
  'restart locked') exit 1 ;;
  'restart vanishing') rm vanishing ;;
  'restart '*)
    file=${!#}
    case $file in
      web | db) echo 'running|2026-02-02T00:00:00.1Z|0||0' ;;
      sick) echo 'running|2026-02-02T00:00:00.1Z|0|unhealthy|0' ;;
      slow) echo 'running|2026-02-02T00:00:00.1Z|0|starting|0'; echo 'running|2026-02-02T00:00:00.1Z|0|healthy|0' >slow.next ;;
      stuck) echo 'running|2026-02-02T00:00:00.1Z|0|starting|0' ;;
      crash) echo 'running|2026-02-02T00:00:00.1Z|2||1' ;;
      once) echo 'running|2026-02-02T00:00:00.1Z|1||1' ;;
      down) echo 'exited|2026-02-02T00:00:00.1Z|0||127' ;;
      plain) echo 'running|2026-02-02 00:00:00.1 +0000 UTC|0||0' ;;
      same) cat same ;;
    esac >new; mv new "$file"; echo "$file" ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
run --container web --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -qx 'would restart: container web' <<<"$out"
check 'one that uses its network is named' test "$(grep -x 'note: container side uses its network and loses it: restart that one afterwards' <<<"$out")" = "$(grep '^note' <<<"$out")" -a -n "$(grep '^note' <<<"$out")"
check 'of the container itself docker is asked once' test "$(calls '^docker container inspect .* web$' | wc -l)" -eq 1
check 'a dry run restarts nothing' test -z "$(calls '^docker restart')"
: >"$STUB_LOG"
run --container web --grace 030
check 'it succeeds' test "$status" -eq 0
check 'the container is restarted, with the given grace' test -n "$(calls '^docker restart -t 30 web$')"
check 'and said to run, and how long that was looked at' grep -qx 'restarted: container web runs 10 seconds later' <<<"$out"
check 'it is watched for ten seconds' test "$(calls '^sleep')" = $'sleep 5\nsleep 5'
check 'docker has the grace and a minute for it' test -n "$(calls '^timeout 90 docker restart')"
run --container db
check 'without a grace that of the container counts' test -n "$(calls '^timeout 180 docker restart db$')"
check 'of which no other one uses the network nothing is named' test "$(grep -c '^note' <<<"$out")" -eq 0
for short in cafe cafe0000000; do
  run --container $short
  check "the beginning of an id is no name: $short" test "$status:$(grep -c "no container $short (only other, whose id begins so)" <<<"$err")" = 3:1
done
check 'and restarts nothing' test -z "$(calls '^docker restart.* cafe')"
run --container cafe00000000 --dry-run
check 'twelve characters of an id are enough' test "$status" -eq 0
run --container cafe00000001 --dry-run
check 'if they are its own' test "$status:$(grep -c 'no container cafe00000001' <<<"$err")" = 3:1
run --container plain
check 'podman writes names without a slash' test "$status:$(grep -cx 'restarted: container plain runs 10 seconds later' <<<"$out"):$(grep -cx 'note: container pod-side uses its network and loses it: restart that one afterwards' <<<"$out")" = 0:1:1
: >"$STUB_LOG"
run --container task
check 'a task of a Swarm service is refused, and how it is restarted is told' test "$status:$(grep -c 'belongs to the Swarm service shop_web, .*: docker service update --force shop_web' <<<"$err"):$(calls '^docker restart')" = 3:1:
run --container slow
check 'a health check that starts is waited for' grep -qx 'restarted: container slow runs 10 seconds later (healthy)' <<<"$out"
: >"$STUB_LOG"
run --container stuck
check 'but no longer than two minutes' bash -c '[ "$1" = 1 ] && grep -q "has not passed" <<<"$2"' _ "$status" "$err"
check 'and no shorter' test "$(calls '^sleep' | grep -cx 'sleep 5')" -eq 24
run --container sick
check 'an unhealthy container is a failure' test "$status" -eq 1
run --container crash
check 'one that crashes again and again is a failure' grep -q 'has crashed 2 times' <<<"$err"
run --container once
check 'so is one that crashed once' grep -q 'has crashed 1 times' <<<"$err"
run --container down
check 'one that ends at once is a failure' grep -q 'exit code 127' <<<"$err"
run --container same
check 'one that was not restarted is a failure' bash -c '[ "$1" = 1 ] && grep -q "was not restarted" <<<"$2"' _ "$status" "$err"
run --container locked
check 'a restart that fails is a failure' test "$status:$(grep -c 'could not restart container locked' <<<"$err")" = 1:1
run --container vanishing
check 'so is one after which it is gone' test "$status:$(grep -c 'cannot be inspected after the restart' <<<"$err")" = 1:1
touch .unlisted; run --container web --dry-run; rm .unlisted
check 'containers that cannot be listed are a failure' test "$status:$(grep -c 'the containers that run cannot be listed' <<<"$err")" = 1:1
run --container cold
check 'a paused container is refused' test "$status" -eq 3
run --container absent
check 'a missing container is refused' test "$status:$(grep -c 'there is no container absent, or the docker daemon does not answer' <<<"$err")" = 3:1
check 'with the words of docker' grep -q '^Error: No such container' <<<"$err"
run
check 'the container is required' test "$status" -eq 2

run --container 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --container '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
