#!/usr/bin/env bash
. "$HARNESS"
use docker

layer() { # NAME TIME: an image that was built then
  mkdir -p "$1/l" && echo "$1" >"$1/l/mark"
  tar --directory "$1/l" --create --file "$1/layer.tar" mark
  printf '{"architecture":"amd64","os":"linux","created":"%s","config":{},"rootfs":{"type":"layers","diff_ids":["sha256:%s"]},"history":[{"created":"%s"}]}' \
    "$2" "$(sha256sum <"$1/layer.tar" | cut -d' ' -f1)" "$2" >"$1/config.json"
  printf '[{"Config":"config.json","RepoTags":["%s:1"],"Layers":["layer.tar"]}]' "$1" >"$1/manifest.json"
  tar --directory "$1" --create config.json layer.tar manifest.json | docker load --quiet >/dev/null
}
long_ago=$(date --utc --date='10 days ago' +%Y-%m-%dT%H:%M:%SZ)
recent=$(date --utc --date='2 days ago' +%Y-%m-%dT%H:%M:%SZ)
layer old "$long_ago" && layer used "$long_ago" && layer fresh "$recent"
docker create --name holds used:1 x >/dev/null
layer epoch 1970-01-01T00:00:00Z && layer again "$long_ago" && docker tag again:1 again:2
there() { docker image inspect "$1"; }
layer nameless "$long_ago" && nameless=$(docker image inspect --format '{{.ID}}' nameless:1)
docker create --name passing nameless:1 x >/dev/null && docker tag busybox:1 nameless:1 && docker rm passing >/dev/null
run --dry-run
check 'one without a name is named' grep -q "^would remove: <none> (${nameless:0:19}," <<<"$out"
check 'a dry run names the old one that is not used' grep -q '^would remove: old:1 (sha256:' <<<"$out"
check 'and only that' grep -qx '2 images would be removed' <<<"$out"
check 'and removes nothing' there old:1
run
check 'it succeeds' test "$status" -eq 0
check 'it is gone' test -z "$(docker image ls --quiet old:1)"
check 'one with a container stays, though old' there used:1
check 'one that was built two days ago stays' there fresh:1
check 'one that was made now stays' there busybox:1
check 'so does one that was tagged now, with both names' bash -c 'docker image inspect again:1 again:2'
check 'one of 1970 stays, and is told' bash -c 'docker image inspect epoch:1 && grep -q "^left, as its date does not tell its age: epoch:1 " <<<"$1"' _ "$out"
run
check 'a second run has nothing to do' grep -q '^nothing to remove' <<<"$out"
run --days 1
check 'with fewer days the next goes' test -z "$(docker image ls --quiet fresh:1)"
finish
