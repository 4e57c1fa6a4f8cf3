#!/usr/bin/env bash
# Take the last commit of the current branch back; its changes stay staged, files are not touched.
#
# Undo: git reset --soft with the id of the commit, which it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: undo-last-git-commit [--repository DIR] [--dry-run]

Refused are commits that a remote branch has already (use git revert for these; a clone of one
branch alone, such as a shallow one, asks its remote for the branch of this name), merge commits,
the very first commit, and a repository in the middle of a merge, rebase or the like. Run twice it
does not undo a second commit: after an undo there is nothing to do until something is committed.

  --repository DIR  repository to work in (default .)
  --dry-run         say what would be undone, change nothing
  --help            show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'undo-last-git-commit: %s\n' "$2" >&2
  exit "$1"
}

repository=. dry_run=false
while (($# > 0)); do
  case $1 in
    --repository)
      (($# >= 2)) || die 2 "$1 needs a value"
      repository=$2
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

[[ -n $repository ]] || die 2 "--repository must not be empty"
case $repository in '~' | '~'/*) repository=$HOME${repository#'~'} ;; esac # a quoted ~ was not expanded by the shell
[[ $repository == /* ]] || repository=./$repository
command -v git >/dev/null || die 3 "git is not installed"
[[ -d $repository ]] || die 3 "no such directory: $repository"
export GIT_PAGER=cat GIT_TERMINAL_PROMPT=0 LC_ALL=C
git -C "$repository" rev-parse --git-dir >/dev/null 2>&1 ||
  die 3 "$repository is no git repository (or belongs to another user, see safe.directory)"
g() { git -C "$repository" "$@"; }
[[ $(g rev-parse --is-inside-work-tree) == true ]] || die 3 "a bare repository has no commit to be undone"
branch=$(g symbolic-ref --quiet --short HEAD) || die 3 "no branch is checked out (detached HEAD)"
commit=$(g rev-parse --verify --quiet HEAD) || die 3 "branch $branch has no commit"
last=$(g log -g -1 --format=%gs "refs/heads/$branch" 2>/dev/null) || last=''
[[ -n $last ]] || die 3 "this repository keeps no reflog of $branch, so that a second run could not be told from the first"
if [[ $last == undo-last-git-commit:* ]]; then
  printf 'nothing to undo: the last commit of %s was undone already\n' "$branch"
  exit 0
fi
for mark in MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD BISECT_LOG rebase-merge rebase-apply sequencer; do
  path=$(g rev-parse --git-path "$mark")
  [[ $path == /* ]] || path=$repository/$path
  [[ ! -e $path ]] || die 3 "a merge, rebase or the like is not finished ($mark)"
done
parents=$(g rev-list --parents -1 HEAD)
read -r -a ids <<<"$parents"
((${#ids[@]} > 1)) || die 3 "this is the first commit, there is nothing before it"
((${#ids[@]} == 2)) || die 3 "refused: the last commit is a merge"
remotes=$(g for-each-ref --contains "$commit" --format='%(refname:short)' refs/remotes)
[[ -z $remotes ]] || die 3 "refused: ${remotes%%$'\n'*} has this commit already, use git revert"

while IFS= read -r remote; do
  # A clone of one branch keeps no record of what was pushed to others, so the remote is asked.
  fetched=$(g config --get-all "remote.$remote.fetch") || fetched=''
  [[ -n $remote && $fetched != *'refs/heads/*:'* ]] || continue
  tip=$(g ls-remote "$remote" "refs/heads/$branch" </dev/null) || die 3 "$remote, of which this clone follows one branch only, cannot be asked whether it has this commit"
  [[ -z $tip ]] || g merge-base --is-ancestor "${tip%%[[:space:]]*}" "${ids[1]}" 2>/dev/null || die 3 "refused: $branch of $remote has this commit already, or others; use git revert"
done < <(g remote)
subject=$(g log -1 --format=%s HEAD)
subject=${subject//[[:cntrl:]]/?}
if $dry_run; then
  printf 'would undo: %s on %s: %s\n' "${commit:0:12}" "$branch" "$subject"
  exit 0
fi
GIT_REFLOG_ACTION=undo-last-git-commit git -C "$repository" reset --quiet --soft "${ids[1]}" || die 1 "the commit could not be undone"
[[ $(g rev-parse HEAD) == "${ids[1]}" ]] || die 1 "the branch is not where it should be after the undo"
printf 'undone: %s on %s: %s\n' "$commit" "$branch" "$subject"
printf 'its changes are staged; to put it back: git reset --soft %s\n' "$commit"
