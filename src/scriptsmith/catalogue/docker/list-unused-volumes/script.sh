#!/usr/bin/env bash
# List the docker volumes that no container uses, the largest first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-unused-volumes [--help]

List each volume that no container refers to, running or stopped, with its size and driver.
Volumes whose name is 64 hex digits were made without a name, for one container. A volume without
a container is not worthless: the data of a database may wait in it for the next container, so
look into it before you remove it.

  --help  show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-unused-volumes: %s\n' "$2" >&2
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
  timeout 300 docker "$@" </dev/null
}

json=$(d system df --verbose --format '{{json .Volumes}}') ||
  die 3 "docker does not tell its volumes (does the daemon run, and may you talk to it?)"
[[ $json == '['* || $json == null ]] || die 1 "what docker says about its volumes is not understood"
jq -r '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  def bytes: (capture("^(?<n>[0-9.]+)(?<u>[kMGT]?B)$")? // {n: "0", u: "B"})
    | (.n | tonumber) * ({B: 1, kB: 1000, MB: 1000000, GB: 1000000000, TB: 1000000000000}[.u]);
  (. // []) as $all
  | [$all[] | select((.Links | tostring) == "0") | . + {bytes: (.Size | tostring | bytes)}] as $free
  | ($free | sort_by(-.bytes)[] |
      "\(.Size | clean)  \(.Name | clean)\(if .Name | test("^[0-9a-f]{64}$") then "  (made without a name)" else "" end)"
      + (if .Driver != "local" then "  driver \(.Driver | clean)" else "" end)),
    "\($free | length) of \($all | length) volumes are not used, \($free | map(.bytes) | add // 0 | . / 1000000 | floor) MB"
' <<<"$json" || die 1 "what docker says about its volumes is not understood"
