#!/usr/bin/env bash
# Start a stopped docker container, and check that it is still up ten seconds later.
#
# Undo: docker stop NAME stops it again.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: start-container --container NAME [--dry-run]

Start a container that exists and does not run, with its settings and its file system as they are;
then watch it for ten seconds, as one that runs already is watched. One that docker restarts over
and over is a failure; a paused one is refused.

  --container NAME  name or id of the container, of an id at least 12 characters
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'start-container: %s\n' "$2" >&2
  exit "$1"
}

container='' dry_run=false
while (($# > 0)); do
  case $1 in
    --container)
      (($# >= 2)) || die 2 "$1 needs a value"
      container=$2
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
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

state() { d container inspect --format '{{.ID}}|{{.Name}}|{{.State.Status}}|{{.State.ExitCode}}|{{.State.FinishedAt}}|{{.RestartCount}}|{{if .State.Health}}{{.State.Health.Status}}{{end}}' "$1"; }

line=$(state "$container" 2>/dev/null) || die 3 "there is no container $container, or the docker daemon does not answer"
IFS='|' read -r id name status code ended before _ <<<"$line"
# A word that is no name may be how the id of any container begins: db, cafe.
[[ ${name#/} == "$container" || ($container =~ ^[0-9a-f]{12,64}$ && $id == "$container"*) ]] ||
  die 3 "there is no container $container (only ${name#/}, whose id begins so)"
case $status in
  restarting) die 1 "container $container ends and is restarted over and over (exit code $code); see: docker logs --tail 50 $container" ;;
  running) ;;
  paused) die 3 "container $container is paused: docker unpause $container lets it go on" ;;
  removing | dead) die 3 "container $container is $status and cannot be started" ;;
esac
if [[ $status == running ]]; then
  printf 'nothing to start: container %s is running already\n' "$container"
  ! $dry_run || exit 0
else
  before=0 # docker counts the restarts anew with each start
  printf 'container %s is %s, last exit code %s at %s\n' "$container" "$status" "$code" "${ended%%.*}"
  if $dry_run; then
    printf 'would start: container %s\n' "$container"
    exit 0
  fi
  d start "$id" >/dev/null || die 1 "could not start container $container"
fi
for try in 1 2; do
  sleep 5
  line=$(state "$id") || die 1 "container $container cannot be inspected after the start"
  IFS='|' read -r _ _ status code _ restarts health <<<"$line"
  [[ $status == running && $restarts == "$before" ]] ||
    die 1 "container $container is $status after check $try (exit code $code, $restarts restarts); see: docker logs --tail 50 $container"
  [[ $health != unhealthy ]] || die 1 "container $container runs, but its health check fails; see: docker inspect $container"
done
printf 'container %s runs, and did for ten seconds%s\n' "$container" "${health:+ ($health)}"
