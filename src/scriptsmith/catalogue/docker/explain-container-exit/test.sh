#!/usr/bin/env bash
. "$HARNESS"

stub docker <<'EOF'
case "$1 $2" in
  'container inspect')
    [ "${*:3:2}" = '--format {{.State.Status}}|{{.State.ExitCode}}|{{.State.OOMKilled}}|{{.State.StartedAt}}|{{.State.FinishedAt}}|{{.RestartCount}}|{{.HostConfig.RestartPolicy.Name}}|{{.HostConfig.Memory}}|{{json .State.Error}}' ] || exit 125
    case $5 in
      db) echo 'exited|137|true|2026-02-02T03:00:00.1Z|2026-02-02T03:10:00.9Z|4|on-failure|536870912|""' ;;
      typo) echo 'created|127|false|0001-01-01T00:00:00Z|0001-01-01T00:00:00Z|0||0|"exec: \"srever\": executable | file not found"' ;;
      web) echo 'running|0|false|2026-02-02T03:00:00.1Z|2026-02-01T03:10:00.9Z|2|always|0|""' ;;
      done) echo 'exited|0|false|2026-02-02T03:00:00.1Z|2026-02-02T03:00:05.9Z|0|no|0|""' ;;
      hup) echo 'exited|129|false|2026-02-02T03:00:00.1Z|2026-02-02T03:00:05.9Z|0|no|0|""' ;;
      crash) echo 'exited|255|false|2026-02-02T03:00:00.1Z|2026-02-02T03:00:05.9Z|0|no|0|""' ;;
      odd) echo ;;
      *) exit 1 ;;
    esac ;;
  'logs --tail') [ "$3 $4" = '10 db' ] || exit 1; printf 'working\n'; printf '\033[31mpanic\n' >&2 ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
run --container db
check 'it succeeds' test "$status" -eq 0
check 'the exit code is explained' grep -q '^exit code: 137 (SIGKILL' <<<"$out"
check 'how long it ran is told' grep -qx 'ended at 2026-02-02T03:10:00, after 600 seconds' <<<"$out"
check 'lack of memory is told, with the limit' grep -q '^OUT OF MEMORY: .*limit 512 MiB$' <<<"$out"
check 'its restarts are told' grep -qx 'container db: exited, 4 restarts by its policy on-failure' <<<"$out"
check 'its last words are shown without control characters' grep -qx '  ?\[31mpanic' <<<"$out"
run --container typo
check 'the error of docker is shown whole' grep -qx 'error of docker: "exec: \\"srever\\": executable | file not found"' <<<"$out"
check 'one that never started is told' grep -qx 'it was never started' <<<"$out"
run --container web
check 'one that runs is told' grep -qx 'it runs now, since 2026-02-02T03:00:00' <<<"$out"
run --container done
check 'a good end is told' test "$status" -eq 0 -a -n "$(grep '(it ended by itself, without an error)$' <<<"$out")"
run --container hup
check 'a signal is told' grep -q '^exit code: 129 (signal 1)$' <<<"$out"
run --container crash
check 'what docker notes after a crash of the host is told' grep -qx 'exit code: 255 (the program reports an error, or docker or the host went down while it ran)' <<<"$out"
run --container odd
check 'an answer that is not understood is a failure' test "$status" -eq 1
run --container absent
check 'a missing container is refused' test "$status" -eq 3
run
check 'the container is required' test "$status" -eq 2

run --container 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --container '$(touch pwned)'
check 'a hostile value runs nothing' test "$status" -eq 2 -a ! -e pwned
finish
