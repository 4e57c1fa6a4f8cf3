#!/usr/bin/env bash
# Show the work that exists only in a git checkout: changed files, commits on no remote, stashes.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-unpushed-git-work [--repository DIR]

Commits count as pushed when a remote branch known to this clone has them; the remotes are not
asked, so commits that only a tag leads to may be theirs. Ignored files are counted and not judged;
submodules are looked at from outside, without their branches and stashes; of other working trees of the
repository the commits count, and their files are not looked at: a repository that lies in no working
tree and has some is a failure. Files that git was told to overlook (assume-unchanged, skip-worktree)
count as changed, for nobody sees whether they are. Commits that only the reflog leads to (amended,
reset, dropped stashes) are counted and not judged.

  --repository DIR  repository to look into (default .)
  --help            show this text

Exit status: 0 nothing of this kind is only in this checkout, 1 something may be, or it failed, 2
wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-unpushed-git-work: %s\n' "$2" >&2
  exit "$1"
}

repository=.
while (($# > 0)); do
  case $1 in
    --repository)
      (($# >= 2)) || die 2 "$1 needs a value"
      repository=$2
      shift 2
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
changed=0 untracked=0 overlooked=0 ignored=0 modules=0 top='' trees=0
if [[ $(g rev-parse --is-inside-work-tree) == true ]]; then
  top=$(g rev-parse --show-toplevel) || die 1 "the top of the checkout is not told"
  printf 'checkout: %s\n' "${top//[[:cntrl:]]/?}"
  if g check-ignore --quiet -- . 2>/dev/null; then die 3 "$repository is a folder that the checkout $top ignores, so nothing is known of it"; fi
  mapfile -d '' -t rows < <(GIT_OPTIONAL_LOCKS=0 g status --porcelain=v1 -z --no-renames --untracked-files=normal --ignored --ignore-submodules=none && printf 'complete\0')
  [[ ${#rows[@]} -gt 0 && ${rows[-1]} == complete ]] || die 1 "the state of the files cannot be read"
  unset 'rows[-1]'
  for row in "${rows[@]}"; do
    case $row in
      '!!'*)
        ignored=$((ignored + 1))
        continue
        ;;
      '??'*) untracked=$((untracked + 1)) ;;
      *) changed=$((changed + 1)) ;;
    esac
    if [[ $row == *[[:cntrl:]]* ]]; then row=${row@Q}; fi
    ((changed + untracked > 20)) || printf 'file: %s\n' "$row"
  done
  # A small letter is assume-unchanged; S is skip-worktree, by which a sparse checkout leaves files out.
  mapfile -d '' -t rows < <(cd -- "$top" && git ls-files -v --stage -z && printf 'complete\0')
  [[ ${#rows[@]} -gt 0 && ${rows[-1]} == complete ]] || die 1 "the files of the checkout cannot be listed"
  unset 'rows[-1]'
  for row in ${rows[@]+"${rows[@]}"}; do
    if [[ $row == ?' 160000 '* ]]; then modules=$((modules + 1)); fi
    [[ $row == [a-z]' '* || $row == 'S '* ]] && row=${row#*$'\t'} && [[ -e $top/$row ]] || continue
    overlooked=$((overlooked + 1))
    if [[ $row == *[[:cntrl:]]* ]]; then row=${row@Q}; fi
    ((overlooked > 20)) || printf 'overlooked: %s\n' "$row"
  done
fi

# With this checkout the repository of the working trees that are linked to it goes, and what only their HEADs lead to.
heads=() place='' head='' kind=''
list=$(g worktree list --porcelain) || die 1 "the working trees cannot be listed"
while IFS= read -r line; do
  case $line in
    'worktree '*) place=${line#* } kind='' ;;
    'HEAD '*) head=${line#* } ;;
    bare | detached) kind=$line ;;
    '')
      if [[ -z $place || $kind == bare ]] || [[ -n $top && $place -ef $top ]]; then continue; fi
      trees=$((trees + 1))
      printf 'not looked at, a working tree of its own: %s\n' "${place//[[:cntrl:]]/?}"
      [[ $kind != detached ]] || heads+=("$head")
      place=''
      ;;
  esac
done <<<"$list"$'\n'

branches=0
list=$(g for-each-ref --format='%(refname)' refs/heads) || die 1 "the branches cannot be listed"
if ! g symbolic-ref --quiet HEAD >/dev/null; then list+=$'\nHEAD'; fi
for head in ${heads[@]+"${heads[@]}"}; do list+=$'\n'$head; done
while read -r reference; do
  [[ -n $reference ]] || continue
  count=$(g rev-list --count "$reference" --not --remotes --) || die 1 "$reference cannot be read"
  if ((count > 0)); then
    branches=$((branches + 1))
    subject=$(g log -1 --date=short --format='%ad %an: %s' "$reference")
    printf 'branch %s: %d commits on no remote, the last: %s\n' "${reference#refs/heads/}" "$count" "${subject//[[:cntrl:]]/?}"
  fi
done <<<"$list"
tags=$(g for-each-ref --format='%(refname)' refs/tags) || die 1 "the tags cannot be listed"
while read -r reference; do
  [[ -n $reference ]] || continue
  count=$(g rev-list --count "$reference" --not --remotes --branches HEAD -- 2>/dev/null) || continue # the tag of a file
  ((count == 0)) || printf 'tag %s: %d commits on no branch, here or of a remote (git ls-remote --tags tells whether the tag was pushed)\n' "${reference#refs/tags/}" "$count"
done <<<"$tags"
# A commit of several branches counts once.
own=$(g rev-list --count --branches HEAD ${heads[@]+"${heads[@]}"} --not --remotes -- 2>/dev/null) ||
  own=$(g rev-list --count --branches ${heads[@]+"${heads[@]}"} --not --remotes --) || die 1 "the commits cannot be counted"
commits=$(g rev-list --count --branches --tags HEAD ${heads[@]+"${heads[@]}"} --not --remotes -- 2>/dev/null) ||
  commits=$(g rev-list --count --branches --tags ${heads[@]+"${heads[@]}"} --not --remotes --) || die 1 "the commits cannot be counted"
tagged=$((commits - own))

stashes=0 list=''
if g rev-parse --verify --quiet refs/stash >/dev/null; then
  list=$(g log --walk-reflogs --format='%gd: %gs' refs/stash --) || die 1 "the stashes cannot be listed"
fi
while IFS= read -r line; do
  [[ -n $line ]] || continue
  stashes=$((stashes + 1))
  printf 'stash: %s\n' "${line//[[:cntrl:]]/?}"
done <<<"$list"

mapfile -t known < <(g rev-list --walk-reflogs refs/stash -- 2>/dev/null)
loose=$(g rev-list --count --reflog --not --all ${known[@]+"${known[@]}"} ${heads[@]+"${heads[@]}"} --) || die 1 "the commits of the reflog cannot be counted"
((loose == 0)) || printf 'not judged: %d commits that only the reflog leads to (amended, reset, dropped)\n' "$loose"
((overlooked == 0)) || printf '%d files that git was told to overlook\n' "$overlooked"
((modules == 0)) || printf 'not looked into: %d submodules, which have branches and stashes of their own\n' "$modules"
((ignored == 0)) || printf 'not judged: %d ignored files or folders\n' "$ignored"
also=
((tagged == 0)) || also=" (and $tagged on tags, which may be pushed)"
printf '%d changed files, %d new files, %d commits on %d branches%s, %d stashes exist only here, by what the last fetch knew of the remotes\n' \
  "$changed" "$untracked" "$((commits - tagged))" "$branches" "$also" "$stashes"
[[ -n $top || $trees == 0 ]] || die 1 "no file was looked at, for $repository lies in no working tree: ask in each of those that are named"
((changed + untracked + overlooked + commits + stashes == 0)) || exit 1
