#!/usr/bin/env bash
. "$HARNESS"

# A line of "images" is what docker image inspect tells of one; a container holds the second.
fresh=$(date -u -d '-20 days' '+%Y-%m-%dT%H:%M:%S.123Z') never='"0001-01-01T00:00:00Z"'
printf 'sha256:%s\n' "aaaaaaaaaaaaaaaa|app:1|2026-01-31T03:00:00Z|$never|1200000000|1" "bbbbbbbbbbbbbbbb|app:2|2026-01-31T03:00:00Z|$never|1200000000|1" \
  "cccccccccccccccc||$fresh|$never|80000000|0" >images
mkdir -p old && cp images old
stub docker <<'EOF'
mode=$(cat mode 2>/dev/null)
[ "$mode" != dead ] || { echo 'Cannot connect to the Docker daemon' >&2; exit 1; }
case "$*" in
  # As docker 29 does: what has no name is left out without --all.
  'image ls --all --filter dangling=true --no-trunc --quiet') grep '||' images | cut -d'|' -f1; [ ! -e digest ] || echo sha256:aaaaaaaaaaaaaaaa ;;
  'image ls --all --filter dangling=false --no-trunc --quiet') grep -v '||' images | cut -d'|' -f1 ;;
  'image inspect --format {{.ID}}|{{join .RepoTags " "}}|{{.Created}}|{{json .Metadata.LastTagTime}}|{{.Size}}|{{len .RepoDigests}} '*)
    [ "$mode" != unread ] || exit 1; shift 4; for id; do grep "^$id|" images; done ;;
  'ps --all --no-trunc --quiet') echo x1 ;;
  'container inspect --format {{.Image}} x1') [ "$mode" != blind ] || exit 1; [ -e podman ] || printf sha256:; echo bbbbbbbbbbbbbbbb ;;
  'image rm '*) case $mode in keeps) echo 'Error response from daemon: conflict' >&2; exit 1 ;; gone) echo dead >mode; exit ;; esac
    shift 2; for it; do [ "${it#-}" = "$it" ] || exit 125; grep -vE -- "^$it[|]|[| ]$it[| ]" images >images.new; mv images.new images; done ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
exit 0
EOF
touch digest; run --dry-run; rm digest
check 'one that was pulled by its digest is named once' test "$(grep -c 'app:1' <<<"$out"):$(tail -n 1 <<<"$out")" = '1:2 images would be removed'
touch podman; run --dry-run; rm podman
check 'one that a container uses is known without sha256: too' test "$(grep -c 'app:2' <<<"$out")" -eq 0
run --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names an image' grep -qx 'would remove: app:1 (sha256:aaaaaaaaaaaa, made 2026-01-31, 1.2GB)' <<<"$out"
check 'one that a container uses is not named' test "$(grep -c 'app:2' <<<"$out")" -eq 0
check 'that the date is that of the build is told' grep -q '^note: the dates are those of the build;.* No registry was asked' <<<"$out"
check 'a dry run counts' grep -qx '2 images would be removed' <<<"$out"
check 'a dry run removes nothing' test "$(wc -l <images)" -eq 3
echo keeps >mode; run
check 'images that docker does not remove are a failure' test "$status:$(grep -c '^prune-unused-images: 2 of the images .* still there' <<<"$err")" = 1:1
echo gone >mode; run
check 'so is a daemon that does not answer afterwards' test "$status:$(grep -c 'cannot be listed after the removal' <<<"$err")" = 1:1
echo blind >mode; run
check 'while it is not known what is used, nothing is removed' test "$status" -eq 3
rm mode; run
check 'it succeeds' test "$status" -eq 0
check 'old images are removed, by their name where they have one' test -n "$(calls '^docker image rm app:1 sha256:cccccccccccccccc$')"
check 'how many is told' test "$(tail -n 1 <<<"$out")" = 'removed: 2 images'
run
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to remove' <<<"$out")"
cp old/images .; run --days 030
check 'the age can be chosen, younger images are not named' test "$(calls '^docker image rm' | tail -n 1)" = 'docker image rm app:1' -a "$(grep -c 'not used: ' <<<"$out")" -eq 1
cp old/images .; tag() { sed -i "s|app:1\([^\"]*\)\"[^\"]*\"|app:1\1\"$1\"|" images; } # TIME: of the last tag
tag "$(date --utc --date='-2 days' +%Y-%m-%dT%H:%M:%S.12345Z)"
run
check 'one that was tagged here since stays' test "$status:$(grep -c 'app:1' <<<"$out"):$(grep -c 'app:1' images)" = 0:0:1
cp old/images .; sed -i 's/app:1|/app:1 app:latest|/' images; tag "$(date --utc --date='-8 days' +%Y-%m-%dT%H:%M:%SZ)"
echo "sha256:eeeeeeeeeeeeeeee|jib:1|1970-01-01T00:00:00Z|$never|90000000|1" >>images
run
check 'one of 1970 is told, and stays' test "$status:$(grep -cx 'left, as its date does not tell its age: jib:1 (sha256:eeeeeeeeeeee, made 1970-01-01, 90MB)' <<<"$out"):$(grep -c jib images)" = 0:1:1
check 'one with two names counts once, and loses both' test "$(tail -n 1 <<<"$out"):$(calls '^docker image rm' | tail -n 1)" = 'removed: 2 images:docker image rm app:1 app:latest sha256:cccccccccccccccc'
sed -i '/jib/s/0001-01/2026-01/' images
run
check 'unless it was tagged here, long ago' test "$(tail -n 1 <<<"$out"):$(grep -c jib images)" = 'removed: 1 images:0'
cp old/images .; sed -i '/app:1/s/|1$/|0/' images
run
check 'a named one that no registry is known to have is told, and stays' test "$status:$(grep -c '^left, as it was built or loaded here, and docker knows of no registry that has it: app:1 (' <<<"$out"):$(grep -c app:1 images)" = 0:1:1
check 'one without a name is the rest of a build' test "$(tail -n 1 <<<"$out")" = 'removed: 1 images'
cp old/images .; echo unread >mode; run; rm mode
check 'while it is not known how old they are, nothing is removed' test "$status:$(grep -c 'cannot list the images' <<<"$err")" = 3:1
: >images; run
check 'without images there is nothing to do' test "$status:$(grep -c '^nothing to remove' <<<"$out")" = 0:1
cp old/images .
echo dead >mode; run
check 'a daemon that does not answer is refused' test "$status" -eq 3
run --days 0
check 'no age at all is refused' test "$status" -eq 2

run --days 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --days '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
