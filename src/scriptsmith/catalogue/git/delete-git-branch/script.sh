#!/usr/bin/env bash
# Delete one local git branch, when all its commits are part of another branch.
#
# Undo: git branch NAME ID, with the id that is printed.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: delete-git-branch --branch NAME [--repository DIR] [--dry-run]

Refused are a branch that is checked out (in any worktree), main, master, develop and their like,
and a branch with commits that no other local branch, remote branch or tag has: these would be
lost. The branch of the same name on a remote is not touched; where that alone has the commits, it is
said that the branch is not merged.

  --branch NAME     branch to delete
  --repository DIR  repository to work in (default .)
  --dry-run         say what would be deleted, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'delete-git-branch: %s\n' "$2" >&2
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
case $branch in
  main | master | develop | development | trunk) die 2 "refused: $branch is protected by its name" ;;
esac
[[ -n $repository ]] || die 2 "--repository must not be empty"
case $repository in '~' | '~'/*) repository=$HOME${repository#'~'} ;; esac # a quoted ~ was not expanded by the shell
[[ $repository == /* ]] || repository=./$repository
command -v git >/dev/null || die 3 "git is not installed"
[[ -d $repository ]] || die 3 "no such directory: $repository"
export GIT_PAGER=cat GIT_TERMINAL_PROMPT=0 LC_ALL=C
git -C "$repository" rev-parse --git-dir >/dev/null 2>&1 ||
  die 3 "$repository is no git repository (or belongs to another user, see safe.directory)"
g() { git -C "$repository" "$@"; }
if ! id=$(g rev-parse --verify --quiet "refs/heads/$branch"); then
  # Gone from an earlier run, or a typing error: that cannot be told apart.
  die 3 "no such local branch: $branch"
fi
worktree=$(g for-each-ref --format='%(worktreepath)' "refs/heads/$branch")
[[ -z $worktree ]] || die 3 "branch $branch is checked out in $worktree"

holders=$(g for-each-ref --contains "$id" --format='%(refname)' refs/heads refs/remotes refs/tags) || die 1 "the branches could not be read"
# Its own copy on a remote keeps the commits, and is no merger: another holder is named first.
holder='' copy=''
while read -r reference; do
  case $reference in
    "refs/heads/$branch") ;;
    refs/remotes/*/"$branch") copy=$reference ;;
    *) [[ -n $holder ]] || holder=$reference ;;
  esac
done <<<"$holders"
note=''
if [[ -z $holder && -n $copy ]]; then holder=$copy note='; it is pushed, as of the last fetch, and not merged'; fi
[[ -n $holder ]] || die 3 "refused: branch $branch has commits that nothing else has; they would be lost"

subject=$(g log -1 --date=short --format='%ad %an: %s' "$id")
subject=${subject//[[:cntrl:]]/?}
if $dry_run; then
  printf 'would delete: branch %s at %s (%s), which %s has too%s\n' "$branch" "$id" "$subject" "$holder" "$note"
  exit 0
fi
g branch --quiet -D -- "$branch" || die 1 "branch $branch could not be deleted"
! g rev-parse --verify --quiet "refs/heads/$branch" >/dev/null || die 1 "branch $branch is still there"
printf 'deleted: branch %s at %s (%s)%s\n' "$branch" "$id" "$subject" "$note"
