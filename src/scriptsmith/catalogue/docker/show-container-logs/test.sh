#!/usr/bin/env bash
. "$HARNESS"

stub docker <<'EOF'
case "$*" in
  'container inspect --format {{.ID}}|{{.Name}}|{{.HostConfig.LogConfig.Type}}|{{.State.Status}}|{{.State.StartedAt}} '*)
    case ${!#} in absent) exit 1 ;; cafe*) printf 'cafe%060d|/other|' 1 ;; *) printf 'f00|/%s|' "${!#}" ;; esac
    case ${!#} in mute) echo 'none|running|2026-02-02T03:00:00.1Z' ;; far) echo 'syslog|running|2026-02-02T03:00:00.1Z' ;; *) echo 'json-file|exited|2026-02-02T03:00:00.1Z' ;; esac ;;
  'logs --timestamps --tail '*' quiet') ;;
  'logs --timestamps --tail '*' broken') echo 'Error response from daemon: unexpected EOF' >&2; exit 1 ;;
  'logs --timestamps --tail '*' far') echo 'Error response from daemon: configured logging driver does not support reading' >&2; exit 1 ;;
  'logs --timestamps --tail '*) printf '2026-02-02T03:00:00Z first\tline\n'; printf '2026-02-02T03:00:01Z \033[31mpanic\r\n' >&2 ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
run --container web
check 'it succeeds' test "$status" -eq 0
check 'docker is asked once for what it knows of the container' test "$(calls '^docker container inspect ' | wc -l)" -eq 1
check 'standard output is shown' grep -qx '2026-02-02T03:00:00Z first    line' <<<"$out"
check 'standard error, too, without control characters' grep -qx '2026-02-02T03:00:01Z ?\[31mpanic' <<<"$out"
check 'the state of the container is told, in the time of the lines' grep -qx '2 lines; container web is exited, last started 2026-02-02T03:00:00Z' <<<"$err"
check 'a hundred lines by default' test -n "$(calls '^docker logs --timestamps --tail 100 web$')"
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" --container web </dev/null 2>/dev/null) | cat)
check 'without room for a file the same is shown' grep -qx '2026-02-02T03:00:00Z first    line' <<<"$noroom"
for short in cafe cafe0000000; do
  run --container $short
  check "the beginning of an id is no name: $short" test "$status:$(grep -c "no container $short (only other, whose id begins so)" <<<"$err")" = 3:1
done
run --container cafe00000000
check 'one of 12 characters is an id' test "$status" -eq 0
run --container web --lines 050 --minutes 15
check 'lines and time can be chosen' test -n "$(calls '^docker logs --timestamps --tail 50 --since 15m web$')"
run --container web --lines 2
check 'that there may be more is told' grep -q '^2 lines, and there may be more (--lines); container web' <<<"$err"
run --container quiet
check 'an empty log is fine' test "$status" -eq 0 -a -z "$out" -a -n "$(grep '^0 lines' <<<"$err")"
run --container mute
check 'a container that keeps nothing is refused' test "$status" -eq 3
run --container far
check 'a driver that cannot be read is refused, and named' test "$status" -eq 3 -a -n "$(grep 'driver syslog' <<<"$err")"
run --container broken
check 'a log that cannot be read is a failure' test "$status" -eq 1
run --container absent
check 'a missing container is refused' test "$status" -eq 3
run --container web --lines 0
check 'no lines at all are refused' test "$status" -eq 2
run
check 'the container is required' test "$status" -eq 2

run --container 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --container '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
