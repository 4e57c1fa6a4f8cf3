#!/usr/bin/env bash
. "$HARNESS"

stub docker <<'EOF'
case "$(cat mode 2>/dev/null):$*" in
  dead:*) echo 'Cannot connect to the Docker daemon' >&2; exit 1 ;;
  none:ps*) ;;
  gone:container*) exit 1 ;;
  *':ps --all --no-trunc --quiet') printf 'aaa\nbbb\nccc\nddd\n' ;;
  ':container inspect --format {{.RestartCount}}|{{.Name}}|{{.State.Status}}|{{.State.ExitCode}}|{{.State.OOMKilled}}|{{.State.StartedAt}}|{{.HostConfig.RestartPolicy.Name}} aaa bbb ccc ddd')
    echo '3|/web|running|0|false|2026-02-02T03:00:00.1Z|always'
    echo '17|/db|restarting|137|true|2026-02-02T03:09:00.1Z|on-failure'
    echo '0|/fine|running|0|false|2026-02-02T03:00:00.1Z|always'
    echo '0|/first|restarting|1|false|2026-02-02T03:09:00.1Z|always' ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'the worst comes first' grep -qx '17 restarts: db, waits for its next try, last exit code 137, OUT OF MEMORY, policy on-failure' <<<"$(head -n 1 <<<"$out")"
check 'one that is up again is listed' grep -qx '3 restarts: web, up since 2026-02-02T03:00:00Z, policy always' <<<"$out"
check 'one before its first restart is listed' grep -q '^0 restarts: first, waits for its next try' <<<"$out"
check 'one without restarts is not' test "$(grep -c 'fine' <<<"$out")" -eq 0
check 'they are counted' grep -qx '3 containers with 1 or more restarts by their policy, or between two tries (a swarm makes new ones instead)' <<<"$out"
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" </dev/null 2>/dev/null) | cat)
check 'without room for a file the same is told' test "$noroom" = "$out"
run --min-restarts 05
check 'the least number can be chosen' test "$(grep -c '^3 restarts' <<<"$out")" -eq 0 -a "$(grep -c '^17 restarts' <<<"$out")" -eq 1
echo none >mode; run
check 'none is fine' test "$status" -eq 0 -a -n "$(grep '^0 containers' <<<"$out")"
echo gone >mode; run
check 'containers that cannot be inspected are a failure' test "$status" -eq 1
echo dead >mode; run
check 'a daemon that does not answer is refused' test "$status" -eq 3
run --min-restarts 0
check 'a minimum of 0 is refused' test "$status" -eq 2

run --min-restarts 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --min-restarts '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
