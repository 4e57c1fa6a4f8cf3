#!/usr/bin/env bash
. "$HARNESS"

stub docker <<'EOF'
case "$1 $2" in
  'container inspect')
    [ "${*:3:2}" = '--format {{.ID}}|{{.Name}}|{{.State.Status}}|{{.State.ExitCode}}|{{.State.OOMKilled}}|{{.State.StartedAt}}|{{.State.FinishedAt}}|{{.RestartCount}}|{{.HostConfig.RestartPolicy.Name}}|{{.HostConfig.Memory}}|{{json .State.Error}}' ] || exit 125
    case $5 in
      cafe | cafe0000000 | cafe00000000) printf 'cafe%060d|/other|' 1 ;;
      odd | absent) ;;
      *) printf 'f%063d|/%s|' 1 "$5" ;;
    esac
    case $5 in
      cafe*) echo 'exited|0|false|2026-02-02T03:00:00.1Z|2026-02-02T03:00:05.9Z|0|no|0|""' ;;
      nostart) echo 'exited|128|false|2026-02-02T03:00:00.1Z|2026-02-02T03:00:05.9Z|0|no|0|"port is taken"' ;;
      db) echo 'exited|137|true|2026-02-02T03:00:00.1Z|2026-02-02T03:10:00.9Z|4|on-failure|536870912|""' ;;
      typo) echo 'created|127|false|0001-01-01T00:00:00Z|0001-01-01T00:00:00Z|0||0|"exec: \"srever\": executable | file not found"' ;;
      web) echo 'running|0|false|2026-02-02T03:00:00.1Z|2026-02-01T03:10:00.9Z|2|always|0|""' ;;
      done) echo 'exited|0|false|2026-02-02T03:00:00.1Z|2026-02-02T03:00:05.9Z|0|no|0|""' ;;
      hup) echo 'exited|129|false|2026-02-02T03:00:00.1Z|2026-02-02T03:00:05.9Z|0|no|0|""' ;;
      crash) echo 'exited|255|false|2026-02-02T03:00:00.1Z|2026-02-02T03:00:05.9Z|0|no|0|""' ;;
      odd) echo ;;
      *) exit 1 ;;
    esac ;;
  'events --since')
    if [ "$3" = 0 ]; then
      [ "$4 ${*:8}" = '--until --filter event=die --filter event=oom --format {{if eq .Action "oom"}}(out of memory){{else}}{{index .Actor.Attributes "exitCode"}}{{end}}' ] || exit 1
      case $5:$7 in [1-9]*:container=f*1) [ -e forgotten ] || printf '(out of memory)\n137\n1\n' ;; esac; exit
    fi
    [ "$3 ${*:4:2} ${*:8}" = '2026-02-02T03:00:00.1Z --until 2026-02-02T03:00:05.9Z --filter event=kill --format {{index .Actor.Attributes "signal"}}' ] || exit 1
    case $7 in container=f*1) printf '15\n9\n' ;; esac ;;
  'logs --tail') [ "$3 $4" = '10 db' ] || exit 1; printf 'working\n'; printf '\033[31mpanic\n' >&2 ;;
  *) echo "unknown flag: $*" >&2; exit 125 ;;
esac
EOF
run --container db
check 'it succeeds' test "$status" -eq 0
check 'the exit code is explained' grep -q '^exit code: 137 (SIGKILL' <<<"$out"
check 'how long it ran is told' grep -qx 'ended at 2026-02-02T03:10:00Z, after 600 seconds' <<<"$out"
check 'lack of memory is told, with the limit' grep -q '^OUT OF MEMORY: .*limit 512 MiB$' <<<"$out"
check 'its restarts are told' grep -qx 'container db: exited, 4 restarts by its policy on-failure' <<<"$out"
check 'its last words are shown without control characters' grep -qx '  ?\[31mpanic' <<<"$out"
run --container typo
check 'the error of docker is shown whole' grep -qx 'error of docker: "exec: \\"srever\\": executable | file not found"' <<<"$out"
check 'one that never started is told' grep -qx 'it was never started' <<<"$out"
run --container web
check 'one that runs is told' grep -qx 'it runs now, since 2026-02-02T03:00:00Z' <<<"$out"
check 'with how it ended before, and that memory was short' grep -qx 'earlier exit codes, as far as docker remembers: (out of memory) 137 1' <<<"$out"
touch forgotten; run --container web
check 'or that docker remembers none' grep -qx 'earlier exit codes, as far as docker remembers: none' <<<"$out"
run --container done
check 'a good end is told' test "$status" -eq 0 -a -n "$(grep '(no error: it came to its end, or was asked to stop and did)$' <<<"$out")"
check 'that somebody stopped it is told' grep -qx 'somebody stopped or killed it by docker: signal 15 9 was sent' <<<"$out"
for short in cafe cafe0000000; do
  run --container $short
  check "the beginning of an id is no name: $short" test "$status:$(grep -c "no container $short (only other, whose id begins so)" <<<"$err"):$out" = 3:1:
done
run --container cafe00000000
check 'one of 12 characters is an id, and what docker does not remember is not told' test "$status:$(grep -c 'somebody' <<<"$out")" = 0:0
run --container nostart
check 'what docker could not start is told as that' grep -qx 'exit code: 128 (docker could not run it)' <<<"$out"
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
