#!/usr/bin/env bash
. "$HARNESS"
use docker

export DOCKER_BUILDKIT=1
build() {
  printf 'FROM busybox:1\nRUN echo %s >/made; dd if=/dev/zero of=/big bs=1M count=2\n' "$1" >Dockerfile
  docker build --quiet --tag "built:$1" . >/dev/null
}
entries() { docker system df --format '{{.Type}}|{{.TotalCount}}' | sed -n 's/^Build Cache|//p'; }
build one && build two
before=$(entries)
[[ $before -gt 0 ]] || { echo 'there is no build cache to test with' >&2; exit 1; }

run --dry-run --hours 0
check 'a dry run removes nothing' test "$(entries)" = "$before"
check 'it says how much there is' grep -q "^build cache: $before entries, " <<<"$out"
run
check 'what was used within the last hours stays' test "$(entries)" = "$before"
run --hours 0
check 'it succeeds' test "$status" -eq 0
check 'everything that no build uses goes, also what images share' test "$(entries)" -eq 0
check 'the images stay' docker image inspect built:one built:two
check 'it tells that nothing remains' grep -q '; 0 of [1-9][0-9]* entries remain' <<<"$out"
docker create --name buildx_buildkit_ci0 busybox:1 true >/dev/null
run --hours 0
check 'a builder that has a cache of its own is told' test -n "$(grep '^note: builders of buildx .*: buildx_buildkit_ci0$' <<<"$out")" -a -n "$(grep -x 'nothing to remove: the build cache is empty' <<<"$out")"
docker rm buildx_buildkit_ci0 >/dev/null
run --hours 0
check 'a second run has nothing to do' grep -qx 'nothing to remove: the build cache is empty' <<<"$out"
finish
