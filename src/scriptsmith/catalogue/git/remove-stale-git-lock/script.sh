#!/usr/bin/env bash
# Remove the lock files that a git process left behind when it died.
#
# Undo: none and none needed: a lock holds a version of a file that git never put in place.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: remove-stale-git-lock [--repository DIR] [--minutes N] [--dry-run]

Locks of the index, of HEAD, branches, tags, the configuration, packed references, the commit graph
and maintenance, also those of submodules and other worktrees, are removed when they are older than N minutes, no process holds them open, and no git process works in the
repository or one of its worktrees. Without root the locks of other users are refused, whose
processes cannot be seen; those in other containers or on other hosts (NFS) never can: look there
first.

  --repository DIR  repository to work in (default .)
  --minutes N       only locks that are older than this (default 10)
  --dry-run         say which locks would be removed, change nothing
  --help            show this text

Exit status: 0 no stale lock is left, 1 failed or a lock is in use, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'remove-stale-git-lock: %s\n' "$2" >&2
  exit "$1"
}

repository=. minutes=10 dry_run=false
while (($# > 0)); do
  case $1 in
    --repository | --minutes)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --repository) repository=$2 ;;
        --minutes) minutes=$2 ;;
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

[[ $minutes =~ ^0*[1-9][0-9]{0,5}$ ]] || die 2 "--minutes takes a whole number above 0, not '$minutes'"
minutes=$((10#$minutes))
[[ -n $repository ]] || die 2 "--repository must not be empty"
case $repository in '~' | '~'/*) repository=$HOME${repository#'~'} ;; esac # a quoted ~ was not expanded by the shell
[[ $repository == /* ]] || repository=./$repository
command -v git >/dev/null || die 3 "git is not installed"
[[ -d $repository ]] || die 3 "no such directory: $repository"
export GIT_PAGER=cat GIT_TERMINAL_PROMPT=0 LC_ALL=C
# Root may look into repositories of others: nothing that is asked here runs a program of theirs.
in_it() { if [[ $EUID == 0 ]]; then git -c safe.directory='*' -C "$repository" "$@"; else git -C "$repository" "$@"; fi; }
in_it rev-parse --git-dir >/dev/null 2>&1 ||
  die 3 "$repository is no git repository (or belongs to another user, see safe.directory)"
for tool in find fuser pgrep readlink sed tr; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
git_dir=$(in_it rev-parse --absolute-git-dir) || die 3 "cannot find the directory of git"
common=$(in_it rev-parse --git-common-dir) || die 3 "cannot find the directory of git"
[[ $common == /* ]] || common=$repository/$common
common=$(readlink -e -- "$common") || die 3 "cannot find the directory of git"
tree=$(in_it rev-parse --show-toplevel 2>/dev/null) || tree=$common

mapfile -d '' -t locks < <(
  set -e
  find "$git_dir" "$common" -maxdepth 1 -ignore_readdir_race -type f -name '*.lock' -mmin "+$minutes" -print0
  # What hooks and other programs (LFS, annex) keep below is theirs; loose objects, in folders of two digits, have no locks.
  find "$common/" -ignore_readdir_race \( -path '*/objects/[0-9a-f][0-9a-f]' -o -name hooks -o -name lfs -o -name annex \) -prune -o -type f -name '*.lock' -mmin "+$minutes" -print0
  find "$common/refs/" -ignore_readdir_race -type f -name '*.lock' -mmin "+$minutes" -print0
  printf 'complete\0'
)
if ((${#locks[@]} > 0)) && [[ ${locks[-1]} == complete ]]; then unset 'locks[-1]'; else die 1 "not all of $common could be searched for locks (run this as its owner or root)"; fi
if ((${#locks[@]} == 0)); then
  printf 'no lock file that is older than %d minutes\n' "$minutes"
  exit 0
fi

mapfile -t trees < <(in_it worktree list --porcelain | sed -n 's/^worktree //p')
trees+=("$tree" "$common")
# A git process that works here would lose its lock to the next one, and with it the index.
while read -r pid; do
  [[ -n $pid ]] || continue
  if ! place=$(readlink -- "/proc/$pid/cwd" 2>/dev/null); then
    [[ ! -d /proc/$pid ]] || die 1 "cannot see where git process $pid works (run this as root)"
    continue
  fi
  words=$(tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null) || words=''
  for worked in "${trees[@]}"; do
    if [[ $place == "$worked" || $place == "$worked"/* || $words == *"$worked"[\ /]* ]]; then
      die 1 "git process $pid works in $worked: its locks are not stale"
    fi
  done
done < <(pgrep -x 'git|git-.*' || true)

removed=0
declare -A seen=()
for lock in "${locks[@]}"; do
  [[ -z ${seen[$lock]:-} ]] || continue
  seen[$lock]=1
  shown=$lock
  if [[ $shown == *[[:cntrl:]]* ]]; then shown=${shown@Q}; fi
  [[ $EUID == 0 || -O $lock ]] || die 1 "$shown belongs to another user: run this as that user or root"
  if fuser -s "$lock" 2>/dev/null; then die 1 "a process holds $shown open"; fi
  if $dry_run; then
    printf 'would remove: %s\n' "$shown"
    continue
  fi
  rm -f -- "$lock" || die 1 "could not remove $shown"
  [[ ! -e $lock ]] || die 1 "$shown is there again: something makes locks here"
  printf 'removed: %s\n' "$shown"
  removed=$((removed + 1))
done
$dry_run || printf '%d removed\n' "$removed"
