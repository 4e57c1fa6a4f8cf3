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
deleted since are included: they stay in the history. Marked is what only the reflog holds (older
stashes, commits that were amended or reset) or the index. Told at the end is how much lies in files
that nothing leads to, in remains of broken git runs, and in the store of Git LFS. A large repository
takes minutes. Of a shallow clone only the commits that it has are looked at, and that is told; a
partial clone, which lacks files, is refused.

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
cd -- "$repository" || die 3 "cannot enter $repository"
git rev-parse --git-dir >/dev/null 2>&1 || die 3 "$repository is no git repository (or belongs to another user, see safe.directory)"
for tool in awk sort du; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# What is missing from a partial clone would be fetched, all of it.
if git config --get-regexp '^(remote\..*\.promisor|extensions\.partialclone)$' >/dev/null; then
  die 3 "$repository is a partial clone, which lacks files of its history: look into a full one"
fi
shallow=$(git rev-parse --is-shallow-repository) || shallow=''
if [[ $shallow == true ]]; then
  printf 'note: this is a shallow clone; what was committed before its first commit is not in it\n' >&2
fi

sizes() { git cat-file --batch-check='%(objecttype) %(objectsize) %(objectsize:disk) %(objectname) %(rest)'; }
# First what no ref leads to, of which some may be met again below one. The disk may be full, so sort gets memory.
table=$(
  { git rev-list --objects --reflog --indexed-objects --not --all | sizes && echo refs && git rev-list --objects --all | sizes; } |
    awk '$1 == "refs" { refs = 1 } $1 != "blob" { next } refs { delete rest[$4]; print; next } { rest[$4] = $0 }
      END { for (id in rest) print rest[id] "  (only in the reflog, an older stash or the index)" }' |
    sort --buffer-size=25% -k2,2nr |
    awk -v limit="$limit" 'NR <= limit { print } { total += $2; disk += $3 } END { printf "sum %.0f %.0f %.0f\n", NR, total, disk }'
) || die 1 "the history could not be read (try git fsck)"

shown=0
while read -r kind size on_disk id path; do
  if [[ $kind == sum ]]; then count=$size total=$on_disk disk=$id && break; fi
  shown=$((shown + 1))
  if [[ $path == *[[:cntrl:]]* ]]; then path=${path@Q}; fi
  printf '%10d kB  %10d kB on disk  %s  %s\n' "$(((size + 1023) / 1024))" "$(((on_disk + 1023) / 1024))" "${id:0:12}" "$path"
done <<<"$table"
printf '%d of %d files shown; all together %d kB, %d kB on disk\n' "$shown" "$count" "$((total / 1024))" "$((disk / 1024))"

store=$(git count-objects -v) || die 1 "the store of objects could not be read"
if [[ $store == *alternate:* ]]; then
  printf 'note: this repository borrows files from another one; what nothing leads to is not told apart\n'
else
  all=$(git cat-file --batch-all-objects --batch-check='%(objecttype) %(objectsize:disk)' | awk '$1 == "blob" { n++; disk += $2 } END { printf "%.0f %.0f", n, disk }') ||
    die 1 "the store of objects could not be read (try git fsck)"
  ((${all% *} <= count)) || printf 'besides: %d files, %d kB on disk, to which nothing leads any more; git gc drops such two weeks after they came\n' \
    "$((${all% *} - count))" "$(((${all#* } - disk) / 1024))"
fi
garbage=$(awk '$1 == "size-garbage:" { print $2 }' <<<"$store")
[[ ${garbage:-0} == 0 ]] || printf 'besides: %s kB of remains of broken git runs (git count-objects -v names them)\n' "$garbage"
lfs=$(git rev-parse --git-common-dir)/lfs
[[ ! -d $lfs ]] || printf 'besides: %s kB in the store of Git LFS\n' "$(du -sk "$lfs" | cut -f 1)"
