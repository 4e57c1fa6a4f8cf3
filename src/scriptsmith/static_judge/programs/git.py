"""Basics of git."""

from __future__ import annotations

TABLE = """
git: manages a git repository
  = with {}
  -C: in {}
  -c: .
  --git-dir: in {}
git clone: copies a git repository
  =1 from {}
  =2 into {}
  --depth: with only the last {} commits
  -b:,--branch: on branch {}
  --recursive,--recurse-submodules with submodules
  --bare .
git init: creates a git repository
  = in {}
  --bare without a working tree
git add: adds changes to the next commit
  = of {}
  -A,--all all of them
  -p,-u,-f,-i .
git commit: records a commit
  = of {}
  -m:,--message: with the message {}
  -a,--all of all changes
  --amend changes the last commit!
  --no-edit,-v,-s .
git status: shows the status of the working tree
  -s,--short in short
  -b,-u .
git log: shows the log of commits
  = of {}
  -n:,-NUM: only the last {}
  --oneline one per line
  -p with changes
  --author: of the author {}
  --since:,--after: since {}
  --until:,--before: until {}
  --graph as a graph
  --all,--decorate,--stat,--name-only,--follow .
  --grep: with messages that match {}
  --pretty,--format: in the format {}
git diff: shows the differences of changes
  = of {}
  --cached,--staged of staged changes
  --name-only only names
  --stat as statistics
git push: uploads commits
  =1 to {}
  = of branch {}
  -f,--force by force
  -u,--set-upstream following it from now on
  --tags with tags
  --delete,-d deleting there
  --all of all branches
git pull: downloads and merges commits
  =1 from {}
  = of branch {}
  --rebase by rebasing
git fetch: downloads commits
  =1 from {}
  = of branch {}
  --all from all
  -p,--prune removing what is gone
git branch: lists or creates branches
  = named {}
  -a all of them
  -r remote ones
  -d,-D,--delete deletes branches!
  -m renames branches!
  -v .
  --merged that are merged
git checkout, git switch: switches to a branch or restores files
  = to {}
  -b,-B,-c creating a branch
  -f by force
git merge: merges branches
  = of {}
  --no-ff,--abort,--squash .
git rebase: rebases commits
  = onto {}
  -i interactively
  --continue,--abort .
git reset: resets the branch
  = to {}
  --hard with all changes in files
  --soft keeping changes staged
git revert: reverts a commit
  = of {}
git stash: puts changes aside
  = with {}
git tag: lists or creates tags
  = named {}
  -a annotated
  -d deletes tags!
  -m: with the message {}
  -l lists tags!
git rm: deletes files from the repository
  = named {}
  -r recursively with all content
  --cached keeping the file
git mv: moves files in the repository
  = from {}
  =-1 to {}
git remote: manages remotes
  = with {}
  -v with addresses
git show: shows a commit
  = of {}
git config: shows or sets configuration
  =1 named {}
  =2 to {}
  --global for all repositories
  --list,-l all of it
git clean: deletes untracked files
  -f by force
  -d also directories
  -x also ignored ones
  -n only showing what would happen
git blame: shows who changed each line
  = of {}
git ls-files: lists files of the repository
  = named {}
git grep: searches the repository for lines that match
  =1 with the pattern {}
  = in {}
  -i ignoring case
  -n with line numbers
"""
