#!/usr/bin/env bash
. "$HARNESS"

fresh=$(date -u -d '-20 days' '+%Y-%m-%d %H:%M:%S')
printf 'sha256:aaaaaaaaaaaaaaaa|app:1|2026-01-31 03:00:00 +0000 UTC|1.2GB\nsha256:bbbbbbbbbbbbbbbb|app:2|2026-01-31 03:00:00 +0000 UTC|1.2GB\nsha256:cccccccccccccccc|<none>:<none>|%s +0000 UTC|80MB\n' "$fresh" >images
mkdir -p old && cp images old
stub docker <<'EOF'
case "$(cat mode 2>/dev/null):$*" in
  dead:*) echo 'Cannot connect to the Docker daemon' >&2; exit 1 ;;
  blind:container*) exit 1 ;;
  # As docker 29 does: what has no name is left out without --all.
  *':image ls --all --filter dangling=true --no-trunc --format {{.ID}}|{{.Repository}}:{{.Tag}}|{{.CreatedAt}}|{{.Size}}') grep '<none>:' images || true ;;
  *':image ls '*'--no-trunc --format {{.ID}}|{{.Repository}}:{{.Tag}}|{{.CreatedAt}}|{{.Size}}') grep -v '<none>:' images || true ;;
  *':ps --all --no-trunc --quiet') echo x1 ;;
  *':container inspect --format {{.Image}} x1') echo sha256:bbbbbbbbbbbbbbbb ;;
  keeps:image\ prune*) echo 'Total reclaimed space: 0B' ;;
  keeps:*' dangling=true '*|keeps:*'dangling=true --no'*) grep '<none>:' images || true ;;
  keeps:image\ ls*) grep -v '<none>:' images || true ;;
  keeps:ps*) echo x1 ;;
  keeps:container*) echo sha256:bbbbbbbbbbbbbbbb ;;
  gone:image\ prune*) echo dead >mode ;;
  gone:*'dangling=true --no'*) grep '<none>:' images || true ;;
  gone:image\ ls*) grep -v '<none>:' images || true ;;
  gone:ps*) ;;
  stuck:image\ prune*) echo 'Error response from daemon: a prune operation is already running' >&2; exit 1 ;;
  ':image prune --all --force --filter until='*h) printf 'Deleted Images:\nuntagged: app:1\ndeleted: sha256:aaaa\ndeleted: sha256:cccc\n\nTotal reclaimed space: 1.28GB\n'; sed -i '/sha256:[ac]/d' images ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
cp images once; sed -i 's/.*cccc.*/sha256:dddddddddddddddd|app:<none>|2026-01-31 03:00:00 +0000 UTC|80MB/' images
mv .stubs/docker .stubs/one; { sed -n 1,2p .stubs/one; cat <<'EOF'
case "$*" in image\ ls*dangling=true*) grep '<none>' images; exit ;; esac
EOF
sed 1,2d .stubs/one; } >.stubs/docker; chmod +x .stubs/docker
run --dry-run
check 'one that was pulled by its digest is named once' test "$(grep -c 'app:<none>' <<<"$out"):$(tail -n 1 <<<"$out")" = '1:2 images would be removed'
mv .stubs/one .stubs/docker; mv once images
run --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names an image' grep -qx 'would remove: app:1 (sha256:aaaaaaaaaaaa, made 2026-01-31, 1.2GB)' <<<"$out"
check 'one that a container uses is not named' test "$(grep -c 'app:2' <<<"$out")" -eq 0
check 'a dry run counts' grep -qx '2 images would be removed' <<<"$out"
check 'a dry run removes nothing' test "$(wc -l <images)" -eq 3
echo stuck >mode; run
check 'a prune that fails is a failure' test "$status" -eq 1
echo keeps >mode; run
check 'images that docker does not remove are a failure' test "$status:$(grep -c '^prune-unused-images: 2 of the images .* still there' <<<"$err")" = 1:1
echo gone >mode; run
check 'so is a daemon that does not answer afterwards' test "$status:$(grep -c 'cannot be listed after the removal' <<<"$err")" = 1:1
echo blind >mode; run
check 'while it is not known what is used, nothing is removed' test "$status" -eq 3
rm mode; run
check 'it succeeds' test "$status" -eq 0
check 'old images are removed' test -n "$(calls '^docker image prune --all --force --filter until=168h$')"
check 'and what was gained is told' grep -qx 'removed: 1 tags, 1.28GB' <<<"$out"
run
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to remove' <<<"$out")"
cp old/images .; run --days 030
check 'the age can be chosen, younger images are not named' test -n "$(calls 'image prune .*until=720h')" -a "$(grep -c 'not used: ' <<<"$out")" -eq 1
echo dead >mode; run
check 'a daemon that does not answer is refused' test "$status" -eq 3
run --days 0
check 'no age at all is refused' test "$status" -eq 2

run --days 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --days '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
