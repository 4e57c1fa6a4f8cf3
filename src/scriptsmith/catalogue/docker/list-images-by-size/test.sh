#!/usr/bin/env bash
. "$HARNESS"

stub docker <<'EOF'
images() { # WHICH
  case $1 in
    '--all --filter dangling=true') echo '1.2GB|<none>:<none>|sha256:dddddddddddddddddddd|2 days ago' ;;
    '--filter dangling=true'*) ;;
    *'--filter dangling=false'*)
      [ ! -e .more ] || echo '1.9GB|more:1|sha256:ffffffffffffffffffff|2 days ago'
      echo '77.8MB|nginx:1|sha256:aaaaaaaaaaaaaaaaaaaa|3 weeks ago'; echo '1.21GB|app:2|sha256:bbbbbbbbbbbbbbbbbbbb|2 days ago'
      echo '1.21GB|registry.example.org/app:2|sha256:bbbbbbbbbbbbbbbbbbbb|2 days ago'; echo '1.2GB|old:1|sha256:eeeeeeeeeeeeeeeeeeee|2 days ago'
      echo '900kB|tiny:1|sha256:cccccccccccccccccccc|2 years ago' ;;
  esac
}
case "$(cat mode 2>/dev/null):$*" in
  dead:*) echo 'Cannot connect to the Docker daemon' >&2; exit 1 ;;
  none:*) ;;
  # As docker 29 does: what has no name is left out without --all, also where the filter asks for it.
  ':image ls '*' --no-trunc --format {{.Size}}|{{.Repository}}:{{.Tag}}|{{.ID}}|{{.CreatedSince}}') images "$3 $4 $5" ;;
  ':ps --all --no-trunc --quiet') printf 'x1\nx2\n' ;;
  ':container inspect --format {{.Image}} x1 x2') printf 'sha256:aaaaaaaaaaaaaaaaaaaa\nsha256:bbbbbbbbbbbbbbbbbbbb\n' ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'the largest comes first' grep -qx '1.21GB  app:2  (sha256:bbbbbbbbbbbb, made 2 days ago)' <<<"$(head -n 1 <<<"$out")"
check 'each name of it is listed' grep -qx '1.21GB  registry.example.org/app:2  (sha256:bbbbbbbbbbbb, made 2 days ago)' <<<"$(sed -n 2p <<<"$out")"
check 'one without a tag is listed and marked' grep -qx '1.2GB  <none>:<none>  (sha256:dddddddddddd, made 2 days ago)  NOT USED' <<<"$(sed -n 3,4p <<<"$out")"
check 'the smallest comes last' grep -q '^900kB  tiny:1' <<<"$(sed -n 6p <<<"$out")"
check 'an image with two names counts once' grep -qx '5 images, 3 of them not used by any container' <<<"$out"
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" </dev/null 2>/dev/null) | cat)
check 'without room for a file the same is told' test "$noroom" = "$out"
run --limit 01
check 'their number can be chosen, all are counted' test "$(wc -l <<<"$out")" -eq 2 -a -n "$(grep '^5 images' <<<"$out")"
check 'it only reads' test -z "$(calls '(volume|image|system) (rm|prune)')"
stub awk <<'EOF'
# As mawk in de_DE.UTF-8, which reads no further than the point.
PATH=${PATH#*:}
[ "$LC_ALL" = C ] || exec awk "$@" < <(sed -E 's/([0-9])[.][0-9]+/\1/g')
exec awk "$@"
EOF
touch .more; run; rm .more .stubs/awk
check 'so it is where numbers are written with a comma' grep -q '^1.9GB  more:1 ' <<<"$(head -n 1 <<<"$out")"
echo none >mode; run
check 'none is fine' test "$status:$out" = '0:0 images, 0 of them not used by any container'
echo dead >mode; run
check 'a daemon that does not answer is refused' test "$status" -eq 3
run --limit 0
check 'no images to show are refused' test "$status" -eq 2
run --limit
check 'an option needs its value' test "$status" -eq 2

run --limit 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --limit '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
