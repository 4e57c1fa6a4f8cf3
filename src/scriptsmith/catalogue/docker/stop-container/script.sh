#!/usr/bin/env bash
# Stop one running docker container, and check that it is down and stays so.
#
# Undo: docker start NAME starts it again, with its settings and files as they are.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: stop-container --container NAME [--grace N] [--dry-run]

Ask a container to stop, kill it when its grace period is over, and check that it is down. It is
kept, with its files. Its restart policy does not bring it back before the daemon restarts; with
the policy always it comes back then, which is told. Swarm starts another in place of one of a
service, which is told too. A database needs a grace period that is long enough to write everything
down.

  --container NAME  name or id of the container
  --grace N         seconds to let it stop by itself before it is killed (default: what
                    the container was made with, as a rule 10)
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'stop-container: %s\n' "$2" >&2
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

state() { d container inspect --format '{{.State.Status}}|{{.State.ExitCode}}|{{.HostConfig.RestartPolicy.Name}}|{{.Config.Image}}|{{.HostConfig.AutoRemove}}|{{.Config.StopTimeout}}|{{index .Config.Labels "com.docker.swarm.service.name"}}' "$container"; }

line=$(state 2>/dev/null) || die 3 "there is no container $container, or the docker daemon does not answer"
IFS='|' read -r status code policy image removes own service <<<"$line"
case $status in
  exited | created | dead)
    printf 'nothing to stop: container %s is %s\n' "$container" "$status"
    exit 0
    ;;
  paused) die 3 "container $container is paused, so it cannot stop by itself: docker unpause $container first" ;;
esac
printf 'container %s (image %s) is %s\n' "$container" "${image//[[:cntrl:]]/?}" "$status"
option=()
if [[ -n $grace ]]; then
  option=(-t "$grace")
elif [[ $own =~ ^[0-9]{1,6}$ ]]; then
  grace=$own
else
  grace=10
fi
[[ -z $service ]] || printf 'note: it belongs to service %s of a swarm, which starts another in its place\n' "${service//[[:cntrl:]]/?}"
if $dry_run; then
  printf 'would stop: container %s, with %d seconds to end by itself\n' "$container" "$grace"
  exit 0
fi
timeout $((grace + 60)) docker stop "${option[@]}" "$container" </dev/null >/dev/null || die 1 "could not stop container $container"
if ! line=$(state 2>/dev/null); then
  [[ $removes == true ]] || die 1 "container $container cannot be inspected after the stop"
  printf 'stopped: container %s, which removed itself (it was run with --rm)\n' "$container"
  exit 0
fi
IFS='|' read -r status code policy _ <<<"$line"
if [[ $status == removing && $removes == true ]]; then
  printf 'stopped: container %s, which removes itself (it was run with --rm)\n' "$container"
  exit 0
fi
[[ $status == exited ]] || die 1 "container $container is $status after the stop"
if [[ $code == 137 ]]; then
  printf 'stopped: container %s, exit code 137 (killed, as a rule because it did not end within %d seconds)\n' "$container" "$grace"
else
  printf 'stopped: container %s, exit code %s\n' "$container" "$code"
fi
[[ $policy != always ]] || printf 'note: its restart policy is always, so it comes back when the docker daemon starts\n'
