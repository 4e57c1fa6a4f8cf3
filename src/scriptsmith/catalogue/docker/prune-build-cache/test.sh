#!/usr/bin/env bash
. "$HARNESS"

echo 'Build Cache|120|40.1GB|38GB' >cache
stub docker <<'EOF'
case "$(cat mode 2>/dev/null):$*" in
  dead:*) echo 'Cannot connect to the Docker daemon' >&2; exit 1 ;;
  *':system df --format {{.Type}}|{{.TotalCount}}|{{.Size}}|{{.Reclaimable}}') printf 'Images|3|1GB|0B (0%%)\nContainers|2|1kB|0B (0%%)\nLocal Volumes|1|1GB|0B (0%%)\n'; cat cache ;;
  unlisted:ps*) exit 1 ;;
  *':ps --all --filter name=buildx_buildkit_ --format {{.Names}}') cat builders 2>/dev/null || true ;;
  *':context show') [ ! -e old ] || { echo "docker: 'context show' is not a docker command." >&2; exit 1; }; echo here ;;
  stuck:builder*) echo 'ERROR: failed' >&2; exit 1 ;;
  ':builder prune --all --force --filter until='*h | ':builder prune --all --force') printf 'builder %s\n' "${BUILDX_BUILDER-}" >>"$STUB_LOG"; printf 'ID\tRECLAIMABLE\nabc\ttrue\nTotal:\t38GB\n'; [ -e still ] || echo 'Build Cache|7|2.1GB|1GB' >cache; [ ! -e goes ] || echo dead >mode ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
stub timeout <<<'printf "limit %s\n" "$1" >>"$STUB_LOG"; shift; exec "$@"'
run --dry-run
check 'to measure the disk docker has ten minutes' test -n "$(calls '^limit 600$')"
rm .stubs/timeout
check 'a dry run succeeds' test "$status" -eq 0
check 'the size of the cache is told' grep -qx 'build cache: 120 entries, 40.1GB, reclaimable 38GB' <<<"$out"
check 'nothing is said of builders where there are none' test "$(grep -c '^note' <<<"$out")" = 0
check 'a dry run says what it would do' grep -qx 'would remove: what was not used for 72 hours' <<<"$out"
check 'a dry run removes nothing' grep -q 120 cache
echo stuck >mode; run
check 'a prune that fails is a failure' test "$status" -eq 1
rm mode; run
check 'it succeeds' test "$status" -eq 0
check 'old entries are removed' test -n "$(calls '^docker builder prune --all --force --filter until=72h$')"
check 'and what was gained is told' grep -qx 'removed: 38GB; 7 of 120 entries remain, 2.1GB' <<<"$out"
check 'it is the builder of the daemon, whichever is selected' test -n "$(calls '^builder here$')"
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
touch still
noroom=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" </dev/null 2>/dev/null) | cat)
check 'without room for a file it removes them, too' grep -qx 'removed: 38GB; 7 of 7 entries remain, 2.1GB' <<<"$noroom"
rm still
touch old; export BUILDX_BUILDER=cloud
run --hours 0168
check 'also where docker does not tell its context' test -n "$(calls '^builder default$')"
check 'the age can be chosen' test -n "$(calls 'until=168h$')"
run --hours 0
check 'all can be asked for' test -n "$(calls '^docker builder prune --all --force$')"
touch goes; run
check 'a daemon that goes away meanwhile is a failure' test "$status" -eq 1 -a -z "$(grep '^removed' <<<"$out")"
rm goes mode
echo 'Build Cache|0|0B|0B' >cache; : >"$STUB_LOG"; run
check 'an empty cache is nothing to do' test "$status" -eq 0 -a -z "$(calls 'builder prune')"
printf 'buildx_buildkit_ci0\nbuildx_buildkit_arm0\n' >builders; run
check 'but that others are full perhaps is told' grep -qx 'note: builders of buildx have caches of their own, which stay (docker buildx prune --builder NAME): buildx_buildkit_ci0 buildx_buildkit_arm0' <<<"$out"
echo unlisted >mode; run
check 'builders that cannot be listed are a failure' test "$status" -eq 1
rm mode
: >cache; run
check 'a daemon without a cache is refused' test "$status" -eq 3
echo dead >mode; run
check 'a daemon that does not answer is refused' test "$status" -eq 3
check 'and is not taken for one without a cache' grep -q 'does not tell its disk usage' <<<"$err"
run --hours 3d
check 'a time with a unit is refused' test "$status" -eq 2

run --hours 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --hours '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
