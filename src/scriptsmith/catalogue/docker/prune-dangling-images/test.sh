#!/usr/bin/env bash
. "$HARNESS"

printf 'sha256:aaaaaaaaaaaaaaaa|<none>|3 weeks ago|1.2GB\nsha256:bbbbbbbbbbbbbbbb|<none>|2 days ago|80MB\nsha256:used|app|2 days ago|5MB\n' >images
stub docker <<'EOF'
case "$(cat mode 2>/dev/null):$*" in
  dead:*) echo 'Cannot connect to the Docker daemon' >&2; exit 1 ;;
  *':image ls --all --filter dangling=true --no-trunc --format {{.ID}}|{{.Repository}}|{{.CreatedSince}}|{{.Size}}') cat images ;;
  stuck:image\ prune*) echo 'Error response from daemon: a prune operation is already running' >&2; exit 1 ;;
  ':image prune --force') printf 'Deleted Images:\ndeleted: sha256:aaaa\n\nTotal reclaimed space: 1.28GB\n'; sed -i '/sha256:[ab]/d' images ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
run --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names an image' grep -qx 'would remove, unless a container uses it: sha256:aaaaaaaaaaaa (<none>, made 3 weeks ago, 1.2GB)' <<<"$out"
check 'a dry run counts' grep -qx '3 dangling images' <<<"$out"
check 'a dry run removes nothing' test "$(wc -l <images)" -eq 3
echo stuck >mode; run
check 'a prune that fails is a failure' test "$status" -eq 1
rm mode; run
check 'it succeeds' test "$status" -eq 0
check 'the images are removed, and the space is told' grep -q '^removed: 2 dangling images, 1.28GB; 1 remain' <<<"$out"
check 'tagged images are never asked for' test -z "$(calls 'prune.*(-a|--all)')"
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
