#!/usr/bin/env bash
# Stop one running docker container, and check that it is down and stays so.
#
# Undo: docker start NAME starts it again, with its settings and files as they are.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: stop-container --container NAME [--grace N] [--dry-run]

Ask a container to stop, kill it when its grace period is over, and check that it is down, and
still is four seconds later: a systemd unit may start it again. It is kept, with its files. Its
restart policy does not bring it back before the daemon restarts; with the policy always it comes
back then, and with on-failure unless it ended with 0, which is told. Swarm and Kubernetes start
another in place of one of theirs, which is told too. A database needs a grace period that is long
enough to write everything down.

  --container NAME  name or id of the container, of an id at least 12 characters
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
for tool in timeout sleep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

d() { # ARG...: docker, giving up on a daemon that does not answer
  timeout 60 docker "$@" </dev/null
}

state() { d container inspect --format '{{.ID}}|{{.Name}}|{{.State.Status}}|{{.State.ExitCode}}|{{.HostConfig.RestartPolicy.Name}}|{{.Config.Image}}|{{.HostConfig.AutoRemove}}|{{.Config.StopTimeout}}|{{index .Config.Labels "com.docker.swarm.service.name"}}|{{index .Config.Labels "io.kubernetes.pod.name"}}' "$1"; }

line=$(state "$container" 2>/dev/null) || die 3 "there is no container $container, or the docker daemon does not answer"
IFS='|' read -r id name status code policy image removes own service pod <<<"$line"
name=${name#/}
# A word that is no name may be how the id of any container begins: db, cafe.
[[ $name == "$container" || ($container =~ ^[0-9a-f]{12,64}$ && $id == "$container"*) ]] ||
  die 3 "there is no container $container (only ${name//[[:cntrl:]]/?}, whose id begins so)"
comes_back() {
  [[ $policy != always && ($policy != on-failure || $code == 0) ]] ||
    printf 'note: its restart policy is %s, so it comes back when the docker daemon starts\n' "$policy"
}
case $status in
  exited | created | dead)
    printf 'nothing to stop: container %s is %s\n' "$container" "$status"
    [[ $status == created ]] || comes_back
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
[[ -z $pod ]] || printf 'note: it belongs to pod %s of Kubernetes, which starts another in its place\n' "${pod//[[:cntrl:]]/?}"
if $dry_run; then
  printf 'would stop: container %s, with %d seconds to end by itself\n' "$container" "$grace"
  exit 0
fi
timeout $((grace + 60)) docker stop "${option[@]}" "$id" </dev/null >/dev/null || die 1 "could not stop container $container"
gone=false
if ! line=$(state "$id" 2>/dev/null); then
  [[ $removes == true ]] || die 1 "container $container cannot be inspected after the stop"
  gone=true
else
  IFS='|' read -r _ _ status code policy _ <<<"$line"
  [[ $status == exited || ($status == removing && $removes == true) ]] || die 1 "container $container is $status after the stop"
fi
# What looks after it starts it again, or another one with its name.
sleep 4
if line=$(state "$name" 2>/dev/null); then
  IFS='|' read -r _ _ status _ <<<"$line"
  [[ $status != running && $status != restarting ]] ||
    die 1 "container $name was stopped and is $status again: something starts it (a systemd unit?), stop it there"
elif [[ $removes != true ]]; then
  die 1 "container $container cannot be inspected after the stop"
fi
if $gone; then
  printf 'stopped: container %s, which removed itself (it was run with --rm)\n' "$container"
elif [[ $removes == true ]]; then
  printf 'stopped: container %s, which removes itself (it was run with --rm)\n' "$container"
elif [[ $code == 137 ]]; then
  printf 'stopped: container %s, exit code 137 (killed, as a rule because it did not end within %d seconds)\n' "$container" "$grace"
else
  printf 'stopped: container %s, exit code %s\n' "$container" "$code"
fi
comes_back
