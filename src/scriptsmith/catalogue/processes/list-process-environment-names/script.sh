#!/usr/bin/env bash
# List which environment variables a running process was started with: their names, never their
# values.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-process-environment-names --pid PID [--dry-run] [--proc-root DIR]

List the names of the variables that process PID was started with, sorted. Values are never
printed: they often hold passwords. For each, whether the value is empty is said. What a program
changed in its own environment since its start is not visible.

  --pid PID        number of the process
  --proc-root DIR  where the process file system is mounted (default /proc)
  --dry-run        say what would be done, change nothing
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-process-environment-names: %s\n' "$2" >&2
  exit "$1"
}

pid='' proc=/proc dry_run=false
while (($# > 0)); do
  case $1 in
    --pid | --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --pid) pid=$2 ;;
        --proc-root) proc=$2 ;;
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

[[ -n $pid ]] || die 2 "--pid is needed (see --help)"
[[ $pid =~ ^[1-9][0-9]{0,6}$ ]] || die 2 "--pid takes the number of a process, not '$pid'"
command -v sort >/dev/null || die 3 "sort is not installed"
[[ -d $proc ]] || die 3 "no process file system at $proc"
[[ -d $proc/$pid || -r $proc/1/stat ]] || die 3 "this host hides the processes of other users (hidepid), perhaps $pid too: run as root"
[[ -d $proc/$pid ]] || die 3 "no process $pid is running"
environ=$proc/$pid/environ
[[ -r $environ ]] || die 3 "may not read the environment of process $pid; run as its owner or as root"

if $dry_run; then
  printf 'would list the names in %s, no values; nothing was read\n' "$environ"
  exit 0
fi

pairs=()
# The kernel refuses at the time of reading, not only by the mode of the file.
{ mapfile -d '' -t pairs <"$environ"; } 2>/dev/null || die 1 "the environment of process $pid could not be read"

names=() odd=0
for pair in ${pairs[@]+"${pairs[@]}"}; do
  name=${pair%%=*}
  # A program may overwrite this memory (setproctitle): what is no name must not be printed.
  if [[ $pair == *=* && $name =~ ^[A-Za-z_][A-Za-z0-9_.%-]{0,200}$ ]]; then
    if [[ -n ${pair#*=} ]]; then names+=("$name"); else names+=("$name (empty)"); fi
  else
    odd=$((odd + 1)) # an empty one too: an environment holds none, but zeros that were written over it do
  fi
done

if ((${#names[@]} > 0)); then
  printf '%s\n' "${names[@]}" | LC_ALL=C sort
fi
printf '%d variables in process %s at its start; what it has set itself since (from a .env file) is not seen\n' "${#names[@]}" "$pid"
if ((${#pairs[@]} == 0)); then
  printf 'note: a kernel thread, and a process that has ended and waits for its parent, have none to be seen\n'
fi
if ((odd > 0)); then
  printf 'note: %d entries are not shown, as they may hold values: where the program has written other text or zeros over its environment, as PostgreSQL does, what it was started with cannot be told (the process that started it may); otherwise they have names with a digit in front, a slash, brackets or the like\n' "$odd"
fi
