#!/usr/bin/env bash
# Find the largest versions of files in the whole history of a git repository.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-large-git-objects [--repository DIR] [--limit N]

Print, for the largest blobs that any branch, tag or stash leads to, the size of the file, its
size on disk (compressed), the id, and a path under which it was committed. Files that were
deleted since are included: they stay in the history. A large repository takes minutes. Of a shallow
clone only the commits that it has are looked at, and that is told; a partial clone, which lacks files,
is refused.

  --repository DIR  repository to look into (default .)
  --limit N         how many files to show (default 10)
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-large-git-objects: %s\n' "$2" >&2
  exit "$1"
}

repository=. limit=10
while (($# > 0)); do
  case $1 in
    --repository | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --repository) repository=$2 ;;
        --limit) limit=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $limit =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--limit takes a whole number above 0, not '$limit'"
limit=$((10#$limit))
[[ -n $repository ]] || die 2 "--repository must not be empty"
case $repository in '~' | '~'/*) repository=$HOME${repository#'~'} ;; esac # a quoted ~ was not expanded by the shell
[[ $repository == /* ]] || repository=./$repository
command -v git >/dev/null || die 3 "git is not installed"
[[ -d $repository ]] || die 3 "no such directory: $repository"
export GIT_PAGER=cat GIT_TERMINAL_PROMPT=0 LC_ALL=C
git -C "$repository" rev-parse --git-dir >/dev/null 2>&1 ||
  die 3 "$repository is no git repository (or belongs to another user, see safe.directory)"
for tool in awk sort; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# What is missing from a partial clone would be fetched, all of it.
if git -C "$repository" config --get-regexp '^(remote\..*\.promisor|extensions\.partialclone)$' >/dev/null; then
  die 3 "$repository is a partial clone, which lacks files of its history: look into a full one"
fi
shallow=$(git -C "$repository" rev-parse --is-shallow-repository) || shallow=''
if [[ $shallow == true ]]; then
  printf 'note: this is a shallow clone; what was committed before its first commit is not in it\n' >&2
fi

# quotepath leaves no raw control characters in a name.
table=$(
  git -C "$repository" rev-list --objects --all |
    git -C "$repository" cat-file --batch-check='%(objecttype) %(objectsize) %(objectsize:disk) %(objectname) %(rest)' |
    awk '$1 == "blob" { print }' | sort -k2,2nr
) || die 1 "the history could not be read (try git fsck)"

shown=0 total=0 disk=0 count=0
while read -r _ size on_disk id path; do
  [[ -n $id ]] || continue
  count=$((count + 1)) total=$((total + size)) disk=$((disk + on_disk))
  ((shown < limit)) || continue
  shown=$((shown + 1))
  if [[ $path == *[[:cntrl:]]* ]]; then path=${path@Q}; fi
  printf '%10d kB  %10d kB on disk  %s  %s\n' "$(((size + 1023) / 1024))" "$(((on_disk + 1023) / 1024))" "${id:0:12}" "$path"
done <<<"$table"
printf '%d of %d files shown; all together %d kB, %d kB on disk\n' "$shown" "$count" "$((total / 1024))" "$((disk / 1024))"
