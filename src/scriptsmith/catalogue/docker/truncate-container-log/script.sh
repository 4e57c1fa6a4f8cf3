#!/usr/bin/env bash
# Empty the log that docker keeps of one container, while the container runs on.
#
# Undo: none, what stood in the log is lost. Save it first if it may be wanted: docker logs NAME
# >FILE.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: truncate-container-log --container NAME [--dry-run]

Set the log file of a container (driver json-file, the default) to a length of zero. The container
and docker go on writing to the same file, and the space is free at once; docker logs shows what
comes from then on. Files that docker has rotated stay. When the log has no size limit, that is
said: it will fill the disk again. The log must lie on this host.

  --container NAME  name or id of the container
  --dry-run         say what would be done, change nothing
  --help            show this text

Exit status: 0 it is empty (also when it was), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'truncate-container-log: %s\n' "$2" >&2
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
for tool in docker timeout truncate stat; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

line=$(timeout 60 docker container inspect --format '{{.Id}}|{{.State.Status}}|{{.HostConfig.LogConfig.Type}}|{{index .HostConfig.LogConfig.Config "max-size"}}|{{.LogPath}}' "$container" </dev/null 2>/dev/null) ||
  die 3 "there is no container $container, or the docker daemon does not answer"
IFS='|' read -r id state driver limit path <<<"$line"
[[ $driver == json-file ]] || die 3 "refused: container $container logs by the driver $driver, and only a file of json-file can be emptied"
# A wrong path would be somebody else's file: docker calls it by the container's id.
[[ $id =~ ^[0-9a-f]{64}$ && $path == /*/"$id"/"$id"-json.log ]] || die 3 "refused: docker tells no log file of container $container (${path:-none})"
[[ ! -L $path && -f $path ]] || die 3 "there is no file $path on this host (may you see it? run as root)"
[[ -w $path ]] || die 3 "no permission to write $path (run as root)"

read -r inode size blocks <<<"$(stat -c '%i %s %b' -- "$path")"
printf 'container %s is %s, its log has %d bytes (%d MiB on disk)\n' "$container" "$state" "$size" "$((blocks / 2048))"
[[ $limit == [0-9]* ]] || printf 'note: this log has no size limit; with --log-opt max-size at its next creation it would\n' >&2
if ((size == 0)); then
  printf 'empty already: %s\n' "$path"
  exit 0
fi
if $dry_run; then
  printf 'would empty: %s\n' "$path"
  exit 0
fi
truncate --no-create --size=0 -- "$path" || die 1 "could not empty $path"
read -r inode_now size_now _ <<<"$(stat -c '%i %s %b' -- "$path")"
[[ $inode_now == "$inode" ]] || die 1 "docker has begun another file meanwhile (rotation), look again: $path"
((size_now < size)) || die 1 "$path is as large as before"
printf 'emptied: the log of container %s (it had %d bytes)\n' "$container" "$size"
