#!/usr/bin/env bash
. "$HARNESS"

printf 'sha256:aaaaaaaaaaaaaaaa|<none>|3 weeks ago|1.2GB\nsha256:bbbbbbbbbbbbbbbb|<none>|2 days ago|80MB\nsha256:used|<none>|2 days ago|5MB\n' >images
stub docker <<'EOF'
case "$(cat mode 2>/dev/null):$*" in
  dead:*) echo 'Cannot connect to the Docker daemon' >&2; exit 1 ;;
  *':image ls --all --filter dangling=true --no-trunc --format {{.ID}}|{{.Repository}}|{{.CreatedSince}}|{{.Size}}') cat images ;;
  stuck:image\ prune*) echo 'Error response from daemon: a prune operation is already running' >&2; exit 1 ;;
  ':image prune --force') printf 'Deleted Images:\ndeleted: sha256:aaaa\n\nTotal reclaimed space: 1.28GB\n'; sed -i '/sha256:[ab]/d' images ;;
  ':image rm sha256:used') echo 'Error response from daemon: conflict: unable to delete used (must be forced)' >&2; exit 1 ;;
  ':image rm sha256:'*) sed -i "/^$3|/d" images ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
run --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names an image' grep -qx 'would remove, unless a container uses it: sha256:aaaaaaaaaaaa (<none>, made 3 weeks ago, 1.2GB)' <<<"$out"
check 'a dry run counts' grep -qx '3 dangling images without a name' <<<"$out"
check 'a dry run removes nothing' test "$(wc -l <images)" -eq 3
echo stuck >mode; run
check 'a prune that fails is a failure' test "$status" -eq 1
rm mode; run
check 'it succeeds' test "$status" -eq 0
check 'the images are removed, and the space is told' grep -q '^removed: 2 dangling images, 1.28GB; 1 remain' <<<"$out"
check 'tagged images are never asked for' test -z "$(calls 'prune.*(-a|--all)')"
mv "$STUB_LOG" kept.log
printf 'sha256:cccc|<none>|1 week ago|1GB\nsha256:dddd|redis|2 days ago|80MB\nsha256:used|<none>|2 days ago|5MB\n' >images
run --dry-run
check 'an image that was pulled by digest is told as kept' test "$(grep -c '^kept, pulled by digest: redis$' <<<"$out"):$(grep -c 'would remove.*dddd' <<<"$out"):$(grep -c '^2 dangling' <<<"$out")" = 1:0:1
run
check 'and stays, while the others go' test "$status:$(cut -d'|' -f1 images | paste -sd ' '):$(grep -c '^removed: 1 dangling images, space unknown; 1 remain' <<<"$out")" = '0:sha256:dddd sha256:used:1'
check 'without a prune, which would take it' test -z "$(calls 'image prune')"
printf 'sha256:dddd|redis|2 days ago|80MB\n' >images; run
check 'where there are only such nothing is removed' test "$status:$(wc -l <images)" = 0:1
mv kept.log "$STUB_LOG"
: >images; run
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^nothing to remove' <<<"$out")"
check 'and prunes nothing' test "$(calls 'image prune' | wc -l)" -eq 2
echo dead >mode; run
check 'a daemon that does not answer is refused' test "$status" -eq 3
run --force
check 'an unknown argument is refused' test "$status" -eq 2
run '$(touch pwned)'
check 'a hostile argument runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
