#!/usr/bin/env bash
# List the docker containers that do not run: exited, dead, or created and never started.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-stopped-containers [--help]

List each container that does not run, with its image, when and with what exit code it ended, and
its restart policy. One with the policy always or unless-stopped that is down was stopped by
somebody, or the daemon has given up. The last line counts them by exit code. Containers that
restart over and over, and those that are paused, are not among them and are told apart.

  --help  show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-stopped-containers: %s\n' "$2" >&2
  exit "$1"
}

while (($# > 0)); do
  case $1 in
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

command -v docker >/dev/null || die 3 "docker is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

d() { # ARG...: docker, giving up on a daemon that does not answer
  timeout 60 docker "$@" </dev/null
}

ids=$(d ps --all --no-trunc --quiet --filter status=exited --filter status=dead --filter status=created) ||
  die 3 "cannot list the containers (does the docker daemon run, and may you talk to it?)"
others=$(d ps --all --filter status=restarting --filter status=paused --filter status=removing --format '{{.Names}}: {{.Status}}') || die 1 "cannot list the containers that restart or are paused"
neither() { # what does not run either, and is not stopped
  local line
  while IFS= read -r line; do
    [[ -z $line ]] || printf 'not stopped, and not at work: %s\n' "${line//[[:cntrl:]]/?}"
  done < <(printf '%s\n' "$others")
}
if [[ -z $ids ]]; then
  printf '0 containers are stopped\n'
  neither
  exit 0
fi
mapfile -t list < <(printf '%s\n' "$ids")
# A container that is removed meanwhile makes this fail; the others are still printed.
facts=$(d container inspect --format \
  '{{.Name}}|{{.Config.Image}}|{{.State.Status}}|{{.State.ExitCode}}|{{.State.FinishedAt}}|{{.HostConfig.RestartPolicy.Name}}' "${list[@]}" 2>/dev/null) || true
[[ -n $facts ]] || die 1 "the containers cannot be inspected"

total=0 good=0 never=0
while IFS='|' read -r name image state code ended policy; do
  total=$((total + 1))
  if [[ $state == created ]]; then
    when='never started'
    [[ $code == 0 ]] || when="could not be started (code $code)"
    never=$((never + 1))
  else
    when="exit $code at ${ended%%[.Z]*}Z"
    [[ $code != 0 ]] || good=$((good + 1))
  fi
  line="${name#/}: $state, $when, image $image, restart policy ${policy:-no}"
  printf '%s\n' "${line//[[:cntrl:]]/?}"
done < <(printf '%s\n' "$facts")
printf '%d containers are stopped, %d of them without an error, %d were never started\n' "$total" "$good" "$never"
neither
