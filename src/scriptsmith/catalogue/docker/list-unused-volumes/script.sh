#!/usr/bin/env bash
# List the docker volumes that no container uses, the largest first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-unused-volumes [--help]

List each volume that no container refers to, running or stopped, with its driver and its size.
Docker measures only volumes of the driver local without options; N/A stands for the size of others,
such as those on NFS. Volumes whose name is 64 hex digits were made without a name, for one container. A volume without
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

problem='docker does not tell its volumes (does the daemon run, and may you talk to it?)'
free=$(d volume ls --filter dangling=true --format '{{json .}}') || die 3 "$problem"
all=$(d volume ls --quiet) || die 3 "$problem"
# Volumes with options and of other drivers are not among these.
sizes=$(d system df --verbose --format '{{json .Volumes}}') || die 3 "$problem"
[[ $sizes == '['* || $sizes == null ]] || die 1 "what docker says about its volumes is not understood"
names=()
[[ -z $all ]] || mapfile -t names < <(printf '%s\n' "$all")
printf '%s\n' "$sizes" "$free" | jq -nr --argjson all "${#names[@]}" '
  def clean: tostring | gsub("[[:cntrl:]]+"; " ");
  def bytes: capture("^(?<n>[0-9.]+)(?<u>[kMGT]?B)$")
    | (.n | tonumber) * ({B: 1, kB: 1000, MB: 1000000, GB: 1000000000, TB: 1000000000000}[.u]);
  (input // [] | map({key: .Name, value: (.Size | tostring)}) | from_entries) as $sizes
  | [inputs | . + {Size: ($sizes[.Name] // "N/A")} | . + {bytes: ((.Size | bytes) // null)}] as $free
  | ($free | sort_by(-(.bytes // -1))[] |
      "\(.Size | clean)  \(.Name | clean)\(if .Name | test("^[0-9a-f]{64}$") then "  (made without a name)" else "" end)"
      + (if .Driver != "local" then "  driver \(.Driver | clean)" else "" end)),
    "\($free | length) of \($all) volumes are not used, \($free | map(.bytes // 0) | add // 0 | . / 1000000 | floor) MB"
      + ($free | map(select(.bytes == null)) | length | if . > 0 then " and \(.) of unknown size" else "" end)
      + (if $free == [] then "" else "; a container that is yet to come may want what is in them" end)
' || die 1 "what docker says about its volumes is not understood"
