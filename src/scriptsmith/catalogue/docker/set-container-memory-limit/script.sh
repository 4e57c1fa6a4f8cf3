#!/usr/bin/env bash
# Set the memory limit of one docker container while it runs.
#
# Undo: run it again with the former limit, which it prints; no limit again needs a new container.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: set-container-memory-limit --container NAME --memory MIB [--dry-run]

Change how much memory a container may use, at once and without a restart. A limit below what it
uses now is refused, for the kernel would kill processes in it. Swap stays as it was: unlimited,
none, or as much beyond the memory. The change holds until the container is made anew: change its
definition (compose file) as well.

  --container NAME  name or id of the container, of an id at least 12 characters
  --memory MIB      memory limit in MiB
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'set-container-memory-limit: %s\n' "$2" >&2
  exit "$1"
}

container='' memory='' dry_run=false
while (($# > 0)); do
  case $1 in
    --container | --memory)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --container) container=$2 ;;
        --memory) memory=$2 ;;
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
[[ -n $memory ]] || die 2 "--memory is required (see --help)"
[[ $container =~ ^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$ ]] || die 2 "--container takes the name of a container, not '$container'"
[[ $memory =~ ^0*[1-9][0-9]{0,6}$ ]] || die 2 "--memory takes a whole number of MiB above 5, not '$memory'"
memory=$((10#$memory))
command -v docker >/dev/null || die 3 "docker is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

d() { # ARG...: docker, giving up on a daemon that does not answer
  timeout 60 docker "$@" </dev/null
}

((memory >= 6)) || die 2 "--memory takes at least 6 MiB, not $memory"
limits() { d container inspect --format '{{.ID}}|{{.Name}}|{{.State.Status}}|{{.HostConfig.Memory}}|{{.HostConfig.MemorySwap}}|{{.HostConfig.MemoryReservation}}' "$container"; }

line=$(limits 2>/dev/null) || die 3 "there is no container $container, or the docker daemon does not answer"
IFS='|' read -r id name state before swap reservation <<<"$line"
# A word that is no name may be how the id of any container begins: db, cafe.
[[ $name == "/$container" || ($container =~ ^[0-9a-f]{12,64}$ && $id == "$container"*) ]] ||
  die 3 "there is no container $container (only ${name#/}, whose id begins so)"
[[ $before =~ ^[0-9]+$ && $swap =~ ^-?[0-9]+$ ]] || die 3 "the limits of container $container cannot be read"
wanted=$((memory * 1048576)) former=none
if ((before > 0)); then former="$((before / 1048576)) MiB"; fi
printf 'container %s is %s, limit %s\n' "$container" "$state" "$former"
if ((before == wanted)); then
  printf 'nothing to change: the limit of container %s is %d MiB already\n' "$container" "$memory"
  exit 0
fi
[[ ! $reservation =~ ^[0-9]+$ ]] || ((reservation <= wanted)) || die 3 "refused: container $container has $((reservation / 1048576)) MiB reserved, which is more"

if [[ $state == running ]]; then
  used=$(d stats --no-stream --format '{{.MemUsage}}' "$container") || die 3 "docker does not tell what container $container uses"
  # In a locale that writes 1,9 mawk reads 1.9 as 1.
  used=$(LC_ALL=C awk '{ n = $1 + 0; if ($1 ~ /GiB/) n *= 1024; else if ($1 ~ /KiB/) n /= 1024; else if ($1 !~ /MiB/) n /= 1048576; printf "%d", n + 1 }' <<<"$used")
  printf 'it uses %d MiB now\n' "$used"
  ((used <= memory)) || die 3 "refused: it uses more than $memory MiB, so that the kernel would kill processes in it"
fi
if ((swap < 0)); then
  new_swap=-1 # unlimited, and it stays so
elif ((swap == 0)); then
  new_swap=$((wanted * 2)) # as docker does for a new container; it refuses a limit without one
elif ((swap > before)); then
  new_swap=$((wanted + swap - before))
else
  new_swap=$wanted
fi
if $dry_run; then
  printf 'would set: memory limit of container %s to %d MiB\n' "$container" "$memory"
  exit 0
fi
d update --memory "$wanted" --memory-swap "$new_swap" "$container" >/dev/null || die 1 "could not change container $container"
line=$(limits) || die 1 "container $container cannot be inspected after the change"
IFS='|' read -r _ _ _ after _ <<<"$line"
[[ $after == "$wanted" ]] || die 1 "the limit of container $container is $((after / 1048576)) MiB after the change"
printf 'set: memory limit of container %s is %d MiB (before: %s)\n' "$container" "$memory" "$former"
