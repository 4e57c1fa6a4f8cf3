#!/usr/bin/env bash
# Restart one docker container, and check that it is still up, and healthy, some seconds later.
#
# Undo: none: the former process is gone, with what it held in memory.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: restart-container --container NAME [--grace N] [--dry-run]

Stop a container, within its grace period, and start it again; then watch it for ten seconds. A
health check that is still starting is waited for, for up to two minutes. Its file system and its
settings stay as they are: a new image or new settings need a new container. One of a Swarm service is
refused, as the swarm starts another in its place. `docker` may be podman. Containers that use its
network (--network container:NAME) lose it, need a restart of their own, and are named.

  --container NAME  name or id of the container, of an id at least 12 characters
  --grace N         seconds to let it stop by itself before it is killed (default: what
                    the container was made with, as a rule 10)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'restart-container: %s\n' "$2" >&2
  exit "$1"
}

container='' grace='' dry_run=false
while (($# > 0)); do
  case $1 in
    --container | --grace)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --container) container=$2 ;;
        --grace) grace=$2 ;;
      esac
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
[[ -z $grace || $grace =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--grace takes a whole number of seconds above 0, not '$grace'"
[[ -z $grace ]] || grace=$((10#$grace))
command -v docker >/dev/null || die 3 "docker is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

d() { # ARG...: docker, giving up on a daemon that does not answer
  timeout 60 docker "$@" </dev/null
}

state() { d container inspect --format '{{.ID}}|{{.Name}}|{{.State.Status}}|{{.State.StartedAt}}|{{.RestartCount}}|{{if .State.Health}}{{.State.Health.Status}}{{end}}|{{.State.ExitCode}}|{{.Config.StopTimeout}}|{{index .Config.Labels "com.docker.swarm.service.name"}}' "$container"; }

line=$(state) || die 3 "there is no container $container, or the docker daemon does not answer"
IFS='|' read -r id name status started _ health code own service <<<"$line"
# A word that is no name may be how the id of any container begins: db, cafe. Docker writes a slash before names, podman none.
[[ ${name#/} == "$container" || ($container =~ ^[0-9a-f]{12,64}$ && $id == "$container"*) ]] ||
  die 3 "there is no container $container (only ${name#/}, whose id begins so)"
printf 'container %s is %s%s since %s\n' "$container" "$status" "${health:+ ($health)}" "${started%%.*}"
[[ -z $service ]] || die 3 "container $container belongs to the Swarm service $service, which starts another in its place: docker service update --force $service"
[[ $status != paused ]] || die 3 "container $container is paused: docker unpause $container lets it go on"
# They keep the network of the process that ends, and lose it.
running=$(d ps --quiet --no-trunc) || die 1 "the containers that run cannot be listed"
for other in $running; do
  network=$(d container inspect --format '{{.HostConfig.NetworkMode}} {{.Name}}' "$other" 2>/dev/null) || continue # it has ended
  [[ ${network% *} != "container:$id" ]] || printf 'note: container %s uses its network and loses it: restart that one afterwards\n' "${network##*[ /]}"
done
if $dry_run; then
  printf 'would restart: container %s\n' "$container"
  exit 0
fi
option=()
if [[ -n $grace ]]; then
  option=(-t "$grace")
elif [[ $own =~ ^[0-9]{1,6}$ ]]; then
  grace=$own
fi
timeout $((${grace:-10} + 60)) docker restart "${option[@]}" "$container" </dev/null >/dev/null || die 1 "could not restart container $container"

for ((try = 1; try <= 24; try++)); do
  sleep 5
  line=$(state) || die 1 "container $container cannot be inspected after the restart"
  IFS='|' read -r _ _ status now now_restarts health code _ <<<"$line"
  [[ $now != "$started" ]] || die 1 "container $container was not restarted"
  [[ $status == running ]] || die 1 "container $container is $status after the restart (exit code $code); see: docker logs --tail 50 $container"
  # A restart policy may start it over and over, so that it looks as if it ran.
  ((now_restarts <= 0)) || die 1 "container $container has crashed $now_restarts times since the restart; see: docker logs --tail 50 $container"
  [[ $health != unhealthy ]] || die 1 "container $container is unhealthy after the restart"
  if ((try >= 2)) && [[ $health != starting ]]; then
    printf 'restarted: container %s runs %d seconds later%s\n' "$container" "$((try * 5))" "${health:+ ($health)}"
    exit 0
  fi
done
die 1 "the health check of container $container has not passed within two minutes"
