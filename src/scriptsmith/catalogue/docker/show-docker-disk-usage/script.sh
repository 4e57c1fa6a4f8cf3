#!/usr/bin/env bash
# Show the disk space that docker uses for images, containers, volumes and build cache, and what is
# left on its file system.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-docker-disk-usage [--help]

Show what docker says about its space by kind: how many there are, how many are in use, the size,
and what removing the unused would give back. Then the free space and inodes of the file system
that docker lies on, if it is on this host. The logs of containers are not counted by docker; the
largest are named when they can be read. Images of the containerd store lie elsewhere, mostly in
/var/lib/containerd.

  --help  show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-docker-disk-usage: %s\n' "$2" >&2
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
  timeout 180 docker "$@" </dev/null
}

usage=$(d system df --format '{{.Type}}|{{.TotalCount}}|{{.Active}}|{{.Size}}|{{.Reclaimable}}') ||
  die 3 "docker does not tell its disk usage (does the daemon run, and may you talk to it?)"
[[ -n $usage ]] || die 1 "docker printed nothing about its disk usage"
# No <<< here: before 5.1 bash writes such a text to /tmp, which may be full.
while IFS='|' read -r kind count active size free; do
  printf '%s: %s (%s in all, %s in use), reclaimable %s\n' "$kind" "$size" "$count" "$active" "$free"
done < <(printf '%s\n' "$usage")

facts=$(d info --format '{{.DockerRootDir}}|{{.DriverStatus}}') || facts=''
IFS='|' read -r root store < <(printf '%s\n' "$facts")
if [[ -z $root || ! -d $root ]]; then
  printf 'the directory of docker is not on this host: %s\n' "${root:-unknown}"
  exit 0
fi
places=("$root")
# On hosts that began with Docker 29, images and the file systems of containers are kept by containerd.
[[ $store != *io.containerd.snapshotter* || ! -d /var/lib/containerd ]] || places+=(/var/lib/containerd)
for place in "${places[@]}"; do
  space=$(df --output=avail,pcent,ipcent,target --block-size=M -- "$place" | tail -n 1)
  read -r left full inodes mount < <(printf '%s\n' "$space")
  printf 'file system of %s (%s): %s left, %s full, %s of the inodes used\n' "$place" "$mount" "$left" "$full" "$inodes"
done
# Only root may look into the directories of the containers.
if [[ -r $root/containers ]]; then
  logs=$(find "$root/containers" -maxdepth 3 \( -name '*-json.log*' -o -path '*/local-logs/*' \) -type f -size +100M -printf '%s %p\n' 2>/dev/null | sort -rn) || logs=''
  while read -r bytes path; do
    [[ -z $path ]] || printf 'large log: %d MiB %q\n' $((bytes / 1048576)) "$path"
  done < <(printf '%s\n' "$logs")
else
  printf 'note: the logs of containers were not looked at, which takes root\n'
fi
