#!/usr/bin/env bash
# List the local git branches whose commits are all part of another branch.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-merged-git-branches [--into NAME] [--repository DIR]

Print the merged local branches with the date and author of their last commit. Branches that were
merged by squashing or rebasing have commits of their own, and are not found. The branch itself is
left out, and so is the local one of its name that follows it. Branches of remotes are not looked
at, nothing is fetched, and long-lived branches (develop, production) are listed as others are; one
that has no commit beyond the last of the branch is marked as perhaps new.

  --into NAME       branch that they are merged into (default main)
  --repository DIR  repository to look into (default .)
  --help            show this text

Exit status: 0 done (whether or not there are any), 1 failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'list-merged-git-branches: %s\n' "$2" >&2
  exit "$1"
}

into=main repository=.
while (($# > 0)); do
  case $1 in
    --into | --repository)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --into) into=$2 ;;
        --repository) repository=$2 ;;
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

[[ -n $into ]] || die 2 "--into is required (see --help)"
[[ $into =~ ^[A-Za-z0-9_][A-Za-z0-9_./+@-]{0,200}$ ]] || die 2 "--into takes the name of a branch, not '$into'"
[[ -n $repository ]] || die 2 "--repository must not be empty"
case $repository in '~' | '~'/*) repository=$HOME${repository#'~'} ;; esac # a quoted ~ was not expanded by the shell
[[ $repository == /* ]] || repository=./$repository
command -v git >/dev/null || die 3 "git is not installed"
[[ -d $repository ]] || die 3 "no such directory: $repository"
export GIT_PAGER=cat GIT_TERMINAL_PROMPT=0 LC_ALL=C
git -C "$repository" rev-parse --git-dir >/dev/null 2>&1 ||
  die 3 "$repository is no git repository (or belongs to another user, see safe.directory)"
g() { git -C "$repository" "$@"; }
target=''
for reference in "refs/heads/$into" "refs/remotes/$into"; do
  if [[ -z $target ]] && g rev-parse --verify --quiet "$reference^{commit}" >/dev/null; then target=$reference; fi
done
[[ -n $target ]] || die 3 "no such branch: $into"

tip=$(g rev-parse --verify "$target^{commit}") || die 1 "the last commit of $into cannot be read"
list=$(g for-each-ref --merged="$target" --sort=committerdate --format='%(refname)%09%(objectname)%09%(committerdate:short)%09=%(upstream)%09%(authorname)' refs/heads) ||
  die 1 "the branches could not be listed"
# Also in another working tree: git deletes none of these.
used=$(g worktree list --porcelain | sed -n 's/^branch //p') || die 1 "the working trees could not be listed"
count=0
while IFS=$'\t' read -r reference commit when upstream author; do
  # A topic that was begun with git checkout -b topic origin/main follows that, too.
  if [[ -z $reference || $reference == "$target" || ($upstream == "=$target" && $target == */"${reference#refs/heads/}") ]]; then continue; fi
  count=$((count + 1))
  note=''
  if [[ $commit == "$tip" ]]; then note='  (same commit, perhaps new)'; fi
  if grep -qxF -e "$reference" <<<"$used"; then note+='  (checked out)'; fi
  printf '%s  %s  %s%s\n' "$when" "${reference#refs/heads/}" "${author//[[:cntrl:]]/?}" "$note"
done <<<"$list"
printf '%d local branches are merged into %s (long-lived ones too; squashed or rebased ones cannot be told)\n' "$count" "$into"
printf 'note: nothing was fetched; those of remotes: git branch --remotes --merged %s\n' "$into"
upstream=$(g rev-parse --abbrev-ref --quiet --verify "$into@{upstream}" 2>/dev/null) || upstream=''
if [[ $target == refs/heads/* && -n $upstream ]]; then
  behind=$(g rev-list --count "$target..refs/remotes/$upstream" 2>/dev/null) || behind=0
  ((behind == 0)) || printf 'note: %s lacks %d commits of %s, and what came in with them is not listed: see --into %s\n' "$into" "$behind" "$upstream" "$upstream"
fi
