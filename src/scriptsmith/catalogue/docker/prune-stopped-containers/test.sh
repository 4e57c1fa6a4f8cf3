#!/usr/bin/env bash
. "$HARNESS"

mkdir c; fresh=$(date -u -d '-1 hour' +%Y-%m-%dT%H:%M:%S.123456789Z)
echo '/old|exited|2026-01-01T00:00:00.123456789Z|no|busybox|0' >c/aaa
echo '/kept|exited|2026-01-01T00:00:00.1Z|unless-stopped|nginx:1|0' >c/bbb
echo "/fresh|exited|$fresh|no|busybox|1" >c/ccc
echo '/back|running|2026-01-01T00:00:00.1Z|no|busybox|0' >c/ddd
stub docker <<'EOF'
case "$(cat mode 2>/dev/null):$*" in
  slow:container*) exit 124 ;;
  dead:*) echo 'Cannot connect to the Docker daemon' >&2; exit 1 ;;
  *':ps --all --no-trunc --quiet --filter status=exited --filter status=dead') ls c; echo zzz ;;
  *':container inspect --format {{.Name}}|{{.State.Status}}|{{.State.FinishedAt}}|{{.HostConfig.RestartPolicy.Name}}|{{.Config.Image}}|{{.State.ExitCode}} '*) cat "c/${!#}" 2>/dev/null ;;
  *':container inspect --format {{.Id}} '*) [ ! -e "c/${!#}" ] || { echo "${!#}"; exit; }; echo "Error response from daemon: No such container: ${!#}" >&2; exit 1 ;;
  stuck:rm*) echo 'Error response from daemon: device or resource busy' >&2; exit 1 ;;
  ':rm '*) [ $# -eq 2 ] || exit 125; rm -- "c/$2" && echo "$2" ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
run --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names a container' grep -qx 'would remove: old (image busybox, exit 0 at 2026-01-01T00:00:00)' <<<"$out"
check 'a dry run counts' grep -qx '1 containers would be removed, 2 kept' <<<"$out"
check 'a dry run removes nothing' test "$(ls c | wc -l)" -eq 4
echo slow >mode; run
check 'one that docker says nothing of is a failure' test "$status" -eq 1 -a "$(grep -c '^could not look at: ' <<<"$err")" -eq 5
check 'and is counted' grep -qx '0 removed, 0 kept, 5 failed' <<<"$out"
run --dry-run
check 'also in a dry run' test "$status" -eq 1
echo stuck >mode; run
check 'a container that cannot be removed is a failure' test "$status" -eq 1
rm mode; run
check 'it succeeds' test "$status" -eq 0
check 'an old one is removed' test ! -e c/aaa
check 'one that should run is kept, and named' test -e c/bbb -a -n "$(grep '^kept: kept has the restart policy unless-stopped' <<<"$out")"
check 'a fresh one is kept' test -e c/ccc
check 'one that runs again is not touched' test -e c/ddd
check 'it is counted' grep -qx '1 removed, 2 kept, 0 failed' <<<"$out"
run
check 'a second run has nothing to do' grep -qx '0 removed, 2 kept, 0 failed' <<<"$out"
run --hours 0
check 'the age can be chosen' test ! -e c/ccc -a -e c/bbb
echo dead >mode; run
check 'a daemon that does not answer is refused' test "$status" -eq 3
run --hours 2d
check 'a time with a unit is refused' test "$status" -eq 2

run --hours 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --hours '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
