#!/usr/bin/env bash
# Explain the last end of a docker container: exit code and its meaning, out of memory, error,
# times.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: explain-container-exit --container NAME

Show how a container ended last: the exit code with what it usually means, whether the kernel
killed it for lack of memory, the error of the daemon, how long it had run, its limit and restart
policy, and its last log lines. Where docker still remembers it, it is told that somebody stopped
or killed it. A container that runs now shows its present state, and its former end only by the
number of restarts.

  --container NAME  name or id of the container, of an id at least 12 characters
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'explain-container-exit: %s\n' "$2" >&2
  exit "$1"
}

container=''
while (($# > 0)); do
  case $1 in
    --container)
      (($# >= 2)) || die 2 "$1 needs a value"
      container=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $container ]] || die 2 "--container is required (see --help)"
[[ $container =~ ^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$ ]] || die 2 "--container takes the name of a container, not '$container'"
command -v docker >/dev/null || die 3 "docker is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

d() { # ARG...: docker, giving up on a daemon that does not answer
  timeout 60 docker "$@" </dev/null
}

facts=$(d container inspect --format \
  '{{.ID}}|{{.Name}}|{{.State.Status}}|{{.State.ExitCode}}|{{.State.OOMKilled}}|{{.State.StartedAt}}|{{.State.FinishedAt}}|{{.RestartCount}}|{{.HostConfig.RestartPolicy.Name}}|{{.HostConfig.Memory}}|{{json .State.Error}}' \
  "$container" 2>/dev/null) || die 3 "there is no container $container, or the docker daemon does not answer"
IFS='|' read -r id name state code oom started ended restarts policy memory error < <(printf '%s\n' "$facts")
# A word that is no name may be how the id of any container begins: db, cafe.
[[ -z $id || ${name#/} == "$container" || ($container =~ ^[0-9a-f]{12,64}$ && $id == "$container"*) ]] ||
  die 3 "there is no container $container (only ${name#/}, whose id begins so)"
[[ $code =~ ^-?[0-9]+$ ]] || die 1 "what docker says about container $container is not understood"

case $code in
  0) meaning='no error: it came to its end, or was asked to stop and did' ;;
  125 | 128) meaning='docker could not run it' ;;
  126) meaning='its command cannot be executed (rights, or not a program)' ;;
  127) meaning='its command was not found' ;;
  134) meaning='SIGABRT: the program gave up (an assertion)' ;;
  137) meaning='SIGKILL: docker kill, a stop that took too long, or out of memory' ;;
  139) meaning='SIGSEGV: a crash in the program' ;;
  143) meaning='SIGTERM: it was asked to stop, and did' ;;
  255) meaning='the program reports an error, or docker or the host went down while it ran' ;;
  *)
    meaning='the program reports an error'
    if ((code > 128 && code < 160)); then meaning="signal $((code - 128))"; fi
    ;;
esac

printf 'container %s: %s, %d restarts by its policy %s\n' "$container" "$state" "$restarts" "${policy:-no}"
case $state in
  running | paused)
    printf 'it runs now, since %s\n' "${started%%[.Z]*}Z"
    # Docker keeps the exit code of the present end alone, and its latest events for a while only.
    ends=$(d events --since 0 --until "$(date +%s.%N)" --filter "container=$id" --filter event=die --filter event=oom --format '{{if eq .Action "oom"}}(out of memory){{else}}{{index .Actor.Attributes "exitCode"}}{{end}}' 2>/dev/null | tail -n 10 | paste -sd ' ') || ends=''
    printf 'earlier exit codes, as far as docker remembers: %s\n' "${ends:-none}"
    ;;
  created) printf 'it was never started\n' ;;
  *)
    printf 'exit code: %d (%s)\n' "$code" "$meaning"
    from=$(date --date="$started" +%s 2>/dev/null) || from=0
    to=$(date --date="$ended" +%s 2>/dev/null) || to=$from
    printf 'ended at %s, after %d seconds\n' "${ended%%[.Z]*}Z" $((to - from))
    # Docker keeps its latest events for a while only.
    sent=$(d events --since "$started" --until "$ended" --filter "container=$id" --filter event=kill --format '{{index .Actor.Attributes "signal"}}' 2>/dev/null | paste -sd ' ') || sent=''
    [[ -z $sent ]] || printf 'somebody stopped or killed it by docker: signal %s was sent\n' "${sent//[[:cntrl:]]/?}"
    ;;
esac
if [[ $oom == true ]]; then
  printf 'OUT OF MEMORY: the kernel killed it or a process in it, limit %s\n' "$([[ $memory == 0 ]] && echo 'that of the host' || echo "$((memory / 1048576)) MiB")"
fi
[[ -z $error || $error == '""' ]] || printf 'error of docker: %s\n' "${error//[[:cntrl:]]/?}"

# Best effort: not every logging driver can be read.
log=$(d logs --tail 10 "$container" 2>&1 | tr -d '\000') || log=''
if [[ -n $log ]]; then
  printf 'last lines:\n'
  while IFS= read -r line; do
    printf '  %s\n' "${line//[[:cntrl:]]/?}"
  done < <(printf '%s\n' "$log")
fi
