#!/usr/bin/env bash
. "$HARNESS"

stub docker <<'EOF'
case "$(cat mode 2>/dev/null):$*" in
  dead:*) echo 'Cannot connect to the Docker daemon' >&2; exit 1 ;;
  *':ps --all --filter status=restarting --filter status=paused --filter status=removing --format {{.Names}}: {{.Status}}') if [ -e odd ]; then cat odd; elif [ -e cut ]; then exit 1; fi ;;
  none:ps*) ;;
  *':ps --all --no-trunc --quiet --filter status=exited --filter status=dead --filter status=created') printf 'aaa\nbbb\nccc\nddd\n' ;;
  gone:container*) exit 1 ;;
  part:container*) echo '/web|nginx:1|exited|0|2026-02-02T03:00:00.1Z|always'; echo 'Error response from daemon: No such container: bbb' >&2; exit 1 ;;
  ':container inspect --format {{.Name}}|{{.Config.Image}}|{{.State.Status}}|{{.State.ExitCode}}|{{.State.FinishedAt}}|{{.HostConfig.RestartPolicy.Name}} aaa bbb ccc ddd')
    echo '/web|nginx:1|exited|0|2026-02-02T03:00:00.123456Z|always'
    echo '/db|postgres:16|exited|137|2026-02-01T03:00:00.5Z|no'
    echo '/new|busybox|created|0|0001-01-01T00:00:00Z|'
    echo '/bad|busybox|created|128|0001-01-01T00:00:00Z|no' ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
run
check 'it succeeds' test "$status" -eq 0
check 'a stopped container is listed' grep -qx 'db: exited, exit 137 at 2026-02-01T03:00:00Z, image postgres:16, restart policy no' <<<"$out"
check 'one that should run again is shown with its policy' grep -q '^web: exited, exit 0 .*restart policy always$' <<<"$out"
check 'one that never started is told apart' grep -qx 'new: created, never started, image busybox, restart policy no' <<<"$out"
check 'they are counted' grep -qx '4 containers are stopped, 1 of them without an error, 2 were never started' <<<"$out"
check 'and one whose start failed' grep -qx 'bad: created, could not be started (code 128), image busybox, restart policy no' <<<"$out"
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" </dev/null 2>/dev/null) | cat)
check 'without room for a file the same is told' test "$noroom" = "$out"
check 'nothing is said of others where there are none' test "$(grep -c 'not stopped' <<<"$out")" = 0
printf 'api: Restarting (1) 5 seconds ago\n' >odd; run
check 'one that restarts over and over is not taken for one that runs' test "$(tail -n 1 <<<"$out")" = 'not stopped, and not at work: api: Restarting (1) 5 seconds ago'
echo part >mode; run
check 'one that goes away meanwhile does not hide the others' test "$status" -eq 0 -a -n "$(grep '^1 containers' <<<"$out")"
echo gone >mode; run
check 'containers that cannot be inspected are a failure' test "$status" -eq 1
echo none >mode; run
check 'also where none is stopped' test "$status:$out" = $'0:0 containers are stopped\nnot stopped, and not at work: api: Restarting (1) 5 seconds ago'
rm odd; touch cut; run
check 'without these nothing is said' test "$status:$out" = 1:
rm cut; run
check 'none is fine' test "$status:$out" = '0:0 containers are stopped'
echo dead >mode; run
check 'a daemon that does not answer is refused' test "$status" -eq 3
run --all
check 'an unknown argument is refused' test "$status" -eq 2
run '$(touch pwned)'
check 'a hostile argument runs nothing' test "$status" -eq 2 -a ! -e pwned

mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
