#!/usr/bin/env bash
# Create a deleted branch again, at the commit where it was last checked out in this repository.
#
# Undo: git branch -D with the name of the branch.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: restore-deleted-git-branch --branch NAME [--repository DIR] [--dry-run]

The reflog of this repository, with its working trees, remembers which commit was checked out when the
branch was left, for about 90 days, and only 30 where no other branch holds that commit. Where it only
knows that the branch was entered, nothing is done, for its later commits would be missing. A branch
that was never checked out here is not found: ask another clone, or look at git fsck --lost-found. The
same for what was committed in a working tree that was removed. The working tree is not touched.

  --branch NAME     branch that was deleted
  --repository DIR  repository to work in (default .)
  --dry-run         say where the branch would be created, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'restore-deleted-git-branch: %s\n' "$2" >&2
  exit "$1"
}

branch='' repository=. dry_run=false
while (($# > 0)); do
  case $1 in
    --branch | --repository)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --branch) branch=$2 ;;
        --repository) repository=$2 ;;
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

[[ -n $branch ]] || die 2 "--branch is required (see --help)"
[[ $branch =~ ^[A-Za-z0-9_][A-Za-z0-9_./+@-]{0,200}$ ]] || die 2 "--branch takes the name of a branch, not '$branch'"
[[ -n $repository ]] || die 2 "--repository must not be empty"
case $repository in '~' | '~'/*) repository=$HOME${repository#'~'} ;; esac # a quoted ~ was not expanded by the shell
[[ $repository == /* ]] || repository=./$repository
for tool in git date; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -d $repository ]] || die 3 "no such directory: $repository"
export GIT_PAGER=cat GIT_TERMINAL_PROMPT=0 LC_ALL=C
git -C "$repository" rev-parse --git-dir >/dev/null 2>&1 ||
  die 3 "$repository is no git repository (or belongs to another user, see safe.directory)"
g() { git -C "$repository" "$@"; }
g check-ref-format --branch "$branch" >/dev/null 2>&1 || die 2 "--branch: '$branch' cannot be the name of a branch"

if now=$(g rev-parse --verify --quiet "refs/heads/$branch"); then
  printf 'exists already: branch %s at %s\n' "$branch" "${now:0:12}"
  exit 0
fi
# As files: git log -g passes over lines whose commits have been cleaned away, and then the next one would look right.
# Each working tree of the repository has its own.
common=$(g rev-parse --git-common-dir)
[[ $common == /* ]] || common=$repository/$common
commit='' latest=0 found=false left=false
for log in "$common/logs/HEAD" "$common"/worktrees/*/logs/HEAD; do
  [[ -r $log ]] || continue
  found=true
  while IFS=$'\t' read -r who what; do
    read -r old new _ <<<"$who"
    at=${who% *} at=${at##* }
    [[ $at =~ ^[0-9]{1,12}$ && $at -ge $latest ]] || continue
    case $what in
      "checkout: moving from $branch to "*) commit=$old latest=$at left=true ;;
      "checkout: moving from "*" to $branch") commit=$new latest=$at left=false ;;
    esac
  done <"$log"
done
$found || die 3 "this repository has no reflog (no file $common/logs/HEAD)"
[[ -n $commit ]] || die 3 "the reflog does not know branch $branch (was it checked out in this clone?)"
day=$(date -d "@$latest" '+%F %T')
$left || die 3 "refused: the reflog tells that $branch was entered at ${commit:0:12} on $day, not where it was left, so later commits may be missing; look for them with git fsck --lost-found, then git branch $branch COMMIT"
g cat-file -e "$commit^{commit}" 2>/dev/null || die 3 "commit $commit, where $branch was, has been removed by git gc"

# What was fetched into the branch while another one was checked out stands in no reflog of the checkout.
while read -r ref tip; do
  if [[ $ref == refs/remotes/*/"$branch" && $tip != "$commit" ]] && g merge-base --is-ancestor "$commit" "$tip"; then
    printf 'note: %s is ahead of it, at %s\n' "${ref#refs/remotes/}" "${tip:0:12}" >&2
  fi
done < <(g for-each-ref --format='%(refname) %(objectname)' refs/remotes)
about=$(g log -1 --date=short --format='%ad %an: %s' "$commit")
about=${about//[[:cntrl:]]/?}
printf 'left there: on %s; what was committed to it later in a working tree that was removed only git fsck --lost-found shows\n' "$day"
if $dry_run; then
  printf 'would restore: branch %s at %s (%s)\n' "$branch" "${commit:0:12}" "$about"
  exit 0
fi
g branch --no-track -- "$branch" "$commit" || die 1 "the branch could not be created"
[[ $(g rev-parse --verify --quiet "refs/heads/$branch") == "$commit" ]] || die 1 "branch $branch is not there afterwards"
printf 'restored: branch %s at %s (%s)\n' "$branch" "${commit:0:12}" "$about"
