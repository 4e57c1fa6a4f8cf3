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
and docker go on writing to the same file, and the space is free at once. Files that docker has
rotated stay. The log must lie on this host. When it has no size limit, that is said: it will fill
the disk again. Refused is a log that its writer does not append to, as docker after it has rotated
it: what comes next would follow a gap of zero bytes, which docker logs does not read. From Docker
23 on, docker logs --follow shows what is there and then nothing more until the container is
restarted; without --follow it shows what comes.

  --container NAME  name or id of the container, of an id at least 12 characters
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
for tool in docker timeout truncate stat find; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

line=$(timeout 60 docker container inspect --format '{{.Id}}|{{.Name}}|{{.State.Status}}|{{.HostConfig.LogConfig.Type}}|{{index .HostConfig.LogConfig.Config "max-size"}}|{{.LogPath}}' "$container" </dev/null 2>/dev/null) ||
  die 3 "there is no container $container, or the docker daemon does not answer"
# No <<< here: before 5.1 bash writes such a text to /tmp, which may be full.
IFS='|' read -r id name state driver limit path < <(printf '%s\n' "$line")
# A word that is no name may be how the id of any container begins: db, cafe.
[[ $name == "/$container" || ($container =~ ^[0-9a-f]{12,64}$ && $id == "$container"*) ]] ||
  die 3 "there is no container $container (only ${name#/}, whose id begins so)"
[[ $driver == json-file ]] || die 3 "refused: container $container logs by the driver $driver, and only a file of json-file can be emptied"
# A wrong path would be somebody else's file: docker calls it by the container's id.
[[ $id =~ ^[0-9a-f]{64}$ && $path == /*/"$id"/"$id"-json.log ]] || die 3 "refused: docker tells no log file of container $container (${path:-none})"
[[ ! -L $path && -f $path ]] || die 3 "there is no file $path on this host (may you see it? run as root)"
[[ -w $path ]] || die 3 "no permission to write $path (run as root)"

read -r inode size blocks < <(stat -c '%i %s %b' -- "$path") || die 1 "cannot look at $path"
printf 'container %s is %s, its log has %d bytes (%d MiB on disk)\n' "$container" "$state" "$size" "$((blocks / 2048))"
[[ $limit == [0-9]* ]] || printf 'note: this log has no size limit; with --log-opt max-size at its next creation it would\n' >&2
find "$path".* -maxdepth 0 -type f -printf 'stays, and shown by docker logs: %p\n' 2>/dev/null || true # what was rotated away
if ((size == 0)); then
  printf 'empty already: %s\n' "$path"
  exit 0
fi
# Who writes to it must append: another goes on at its old place in the file.
writers=0
open=$(find -L /proc/[0-9]*/fd -maxdepth 1 -samefile "$path" -print 2>/dev/null) || true # processes end meanwhile
while IFS= read -r fd; do
  flags=$({ sed -n 's/^flags:[[:space:]]*//p' "${fd%/fd/*}/fdinfo/${fd##*/}"; } 2>/dev/null) || flags=''
  [[ $flags =~ ^[0-7]+$ && $((8#$flags & 3)) -gt 0 ]] || continue
  writers=$((writers + 1))
  writer=${fd#/proc/}
  (((8#$flags & 8#2000) > 0)) ||
    die 3 "refused: process ${writer%%/*} does not append to this log (docker has rotated it); create the container anew, or set max-size lower"
done < <(printf '%s\n' "$open")
# One that crashes again and again has no writer between two starts; the next one appends.
[[ $writers -gt 0 || $state == exited || $state == created || $state == dead || $state == restarting ]] ||
  die 3 "refused: it cannot be seen how docker writes this log (run as root, on the host of the daemon)"
version=$(timeout 60 docker version --format '{{.Server.Version}}' </dev/null 2>/dev/null) || version=''
if [[ ! $version =~ ^([0-9]+)\. ]] || ((10#${BASH_REMATCH[1]} >= 23)); then
  printf 'note: with Docker %s, docker logs --follow hangs after this until the container is restarted\n' "${version:-from 23 on}" >&2
fi
if $dry_run; then
  printf 'would empty: %s\n' "$path"
  exit 0
fi
truncate --no-create --size=0 -- "$path" || die 1 "could not empty $path"
read -r inode_now size_now _ < <(stat -c '%i %s %b' -- "$path") || die 1 "cannot look at $path any more"
[[ $inode_now == "$inode" ]] || die 1 "docker has begun another file meanwhile (rotation), look again: $path"
((size_now < size)) || die 1 "$path is as large as before"
printf 'emptied: the log of container %s (it had %d bytes)\n' "$container" "$size"
