#!/usr/bin/env bash
# Find the processes whose program file, or a library they have loaded, no longer is the one on disk.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-processes-with-deleted-executable [--proc-root DIR]

List each process whose program was deleted or replaced since it started (PROGRAM), and each deleted
or replaced shared library that a process has loaded (LIBRARY). After an upgrade these still run the
old code until they are restarted. A program that was deleted and not replaced (GONE) deserves a closer look.
Processes of others are seen by root only.

  --proc-root DIR  where the process file system is mounted (default /proc)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-processes-with-deleted-executable: %s\n' "$2" >&2
  exit "$1"
}

proc=/proc
while (($# > 0)); do
  case $1 in
    --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      proc=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -d $proc ]] || die 3 "no process file system at $proc"
for tool in readlink grep sort; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# Foreign text on one line, whatever it holds.
shown() { if [[ $1 == *[[:cntrl:]]* ]]; then printf '%s' "${1@Q}"; else printf '%s' "$1"; fi; }

# There always is a process 1: where it is not shown, or not for reading, those of other users are hidden, too.
[[ $proc != /proc || -r /proc/1/stat ]] || die 3 "this host hides the processes of other users (hidepid): run as root"
shopt -s nullglob
rows=() seen=0 found=0 hidden=0
for directory in "$proc"/[0-9]*; do
  pid=${directory##*/}
  [[ $pid =~ ^[0-9]+$ && -L $directory/exe ]] || continue
  seen=$((seen + 1))
  # A kernel thread has no program: its link cannot be read, as with processes of others.
  if ! target=$(readlink -- "$directory/exe"); then
    first=''
    { IFS= read -r -d '' first <"$directory/cmdline"; } 2>/dev/null || true
    if [[ -n $first ]]; then hidden=$((hidden + 1)); fi
    continue
  fi
  name='' before=${#rows[@]}
  { IFS= read -r name <"$directory/comm"; } 2>/dev/null || true
  if [[ $target == *' (deleted)' ]]; then
    target=${target% (deleted)}
    # Under older kernels the name that rpm had for it in between stands here: sshd;5f3a2b1c.
    if [[ $target =~ ^(.+)\;[0-9a-f]{8}$ ]]; then target=${BASH_REMATCH[1]}; fi
    kind=GONE
    # The file is looked for where the process sees it, which in a container is elsewhere.
    root=''
    if [[ $(readlink -- "$directory/ns/mnt") != $(readlink "$proc/self/ns/mnt") ]]; then root=$directory/root; fi
    if [[ -e $root$target ]]; then kind=PROGRAM; fi
    rows+=("$(printf '%-8s %8s  %-16s %s' "$kind" "$pid" "${name//[[:cntrl:]]/?}" "$(shown "$target")")")
  fi
  # "address perms offset dev inode   /path/libx.so.1.1.1k (deleted)"; memfd and the like are no libraries. Under older
  # kernels it may be libx.so.1;5f3a2b1c.
  if libraries=$(grep -oE ' /[^ ].*\.so([.][^/ ]*|;[0-9a-f]+)? \(deleted\)$' "$directory/maps" 2>/dev/null); then
    while IFS= read -r library; do
      library=${library# }
      rows+=("$(printf '%-8s %8s  %-16s %s' LIBRARY "$pid" "${name//[[:cntrl:]]/?}" "$(shown "${library% (deleted)}")")")
    done < <(LC_ALL=C sort -u < <(printf '%s\n' "$libraries"))
  fi
  ((${#rows[@]} == before)) || found=$((found + 1))
done
((seen > 0)) || die 3 "no process is visible below $proc"

if ((${#rows[@]} == 0)); then
  printf 'none of %d processes runs a deleted or replaced program or shared library; what Java, Python and the like have read is not seen\n' $((seen - hidden))
else
  printf '%-8s %8s  %-16s %s\n' KIND PID PROCESS FILE
  printf '%s\n' "${rows[@]}" | sort -k3,3 -k2,2n -k1,1r -k4
  printf '%d of %d processes run a deleted or replaced file; a restart of each gets the new one\n' "$found" $((seen - hidden))
fi
if ((hidden > 0)); then printf 'not visible: %d processes; run as root to see them\n' "$hidden"; fi
