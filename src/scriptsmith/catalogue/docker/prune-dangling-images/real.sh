#!/usr/bin/env bash
. "$HARNESS"
use docker

layer() { echo "$1" >mark; tar --create mark | docker import - ${2+"$2"} | sed 's/^sha256://'; }
free=$(layer free)
used=$(layer used busy:1)
docker create --name holds busy:1 x >/dev/null
layer new busy:1 >/dev/null
there() { docker image inspect "$1"; }
run --dry-run
check 'a dry run names the free one' grep -q "^would remove, unless a container uses it: sha256:${free:0:12} " <<<"$out"
check 'and removes nothing' there "$free"
run
check 'it succeeds' test "$status" -eq 0
check 'an image without name is gone' test -z "$(docker image ls --all --quiet --no-trunc | grep "$free")"
check 'one that a container was made from stays' there "$used"
check 'tagged ones stay' there busybox:1
check 'it counts what went' grep -q '^removed: 1 dangling images, .*; 1 remain' <<<"$out"
run
check 'a second run removes nothing more' test "$status" -eq 0
check 'the one in use stays' there "$used"
finish
