#!/usr/bin/env bash
# List the docker containers whose health check fails or has not passed yet, with its last output.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-unhealthy-containers [--help]

List each running container that is unhealthy, or still starting: how many checks have failed in a
row, and the exit code and output of the last one. Docker itself does not restart an unhealthy
container. Containers without a health check cannot be judged this way; the last line counts them.

  --help  show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-unhealthy-containers: %s\n' "$2" >&2
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
command -v jq >/dev/null || die 3 "jq is not installed"

d() { # ARG...: docker, giving up on a daemon that does not answer
  timeout 60 docker "$@" </dev/null
}

unhealthy=$(d ps --no-trunc --quiet --filter health=unhealthy) || die 3 "cannot list the containers (does the docker daemon run, and may you talk to it?)"
starting=$(d ps --no-trunc --quiet --filter health=starting) || die 3 "cannot list the containers"
unchecked=$(d ps --no-trunc --quiet --filter health=none) || die 3 "cannot list the containers"
ids=()
while read -r id; do
  [[ -z $id ]] || ids+=("$id")
done <<<"$unhealthy"$'\n'"$starting"

count=0 waiting=0
if ((${#ids[@]} > 0)); then
  # A container that is removed meanwhile makes this fail; the others are still printed.
  facts=$(d container inspect --format '{"name":{{json .Name}},"image":{{json .Config.Image}},"health":{{json .State.Health}}}' "${ids[@]}" 2>/dev/null) || true
  [[ -n $facts ]] || die 1 "the containers cannot be inspected"
  jq -r '
    def clean: tostring | gsub("[[:cntrl:]]+"; " ");
    (.health.Log // [] | last) as $check
    | "\(.health.Status): \(.name | ltrimstr("/") | clean), image \(.image | clean), \(.health.FailingStreak // 0) failures in a row",
      (if $check then "  last check at \($check.Start | sub("\\.[0-9]+"; "")), exit code \($check.ExitCode): \($check.Output // "" | clean | .[0:400])" else "  no check has run yet" end)
  ' <<<"$facts" || die 1 "what docker says about the health is not understood"
  count=$(jq -n '[inputs | select(.health.Status == "unhealthy")] | length' <<<"$facts")
  waiting=$(jq -n '[inputs | select(.health.Status == "starting")] | length' <<<"$facts")
fi
without=0
[[ -z $unchecked ]] || without=$(grep -c . <<<"$unchecked")
printf '%d containers are unhealthy, %d starting, %d have no health check\n' "$count" "$waiting" "$without"
