#!/usr/bin/env bash
# packages: psmisc procps
. "$HARNESS"
use git
unlock() { run --repository "$work" "$@"; }
old() { for each; do : >"$work/.git/$each" && touch -d '1 hour ago' "$work/.git/$each"; done; }
git_at_work() { pgrep -x git >/dev/null; }
old index.lock refs/heads/main.lock packed-refs.lock && : >"$work/.git/HEAD.lock"
check 'git is stopped by them' bash -c '! git -C "$1" commit --allow-empty -m x' _ "$work"
unlock --dry-run
check 'a dry run removes nothing' test "$status:$(find "$work/.git" -name '*.lock' | wc -l)" = 0:4
unlock
check 'old locks are gone, a fresh one stays' test "$status:$(find "$work/.git" -name '*.lock')" = "0:$work/.git/HEAD.lock"
rm "$work/.git/HEAD.lock"
check 'git works again' g commit -q --allow-empty -m x
unlock
check 'a second run has nothing to do' test "$status" -eq 0
mkdir -p "$work/.git/objects/info/commit-graphs" && old objects/info/commit-graphs/commit-graph-chain.lock objects/maintenance.lock
check 'a fetch is stopped by that of the commit graph' bash -c '! git -C "$1" commit-graph write --reachable --split' _ "$work"
unlock
check 'it goes, and that of maintenance' test "$status" -eq 0 -a -z "$(find "$work/.git/objects" -name '*.lock')"
check 'and the commit graph can be written' g commit-graph write --reachable --split
git init -q /srv/library && git -C /srv/library commit -q --allow-empty -m first
g -c protocol.file.allow=always submodule add -q /srv/library lib && g commit -qm lib
old modules/lib/index.lock
check 'a submodule is stopped by its lock' bash -c '! git -C "$1/lib" rm -q --cached --ignore-unmatch . && ! git -C "$1/lib" read-tree HEAD' _ "$work"
unlock
check 'that of a submodule goes' test "$status" -eq 0 -a ! -e "$work/.git/modules/lib/index.lock"
g worktree add -q /srv/elsewhere -b elsewhere
for where in "$work" /srv/elsewhere; do
  (cd "$where" && exec env GIT_EDITOR='sleep 300; :' git commit -q --allow-empty >/dev/null 2>&1) &
  await git_at_work
  old index.lock packed-refs.lock
  unlock
  check "while git waits in $where nothing is removed" test "$status:$(find "$work/.git" -maxdepth 1 -name '*.lock' | wc -l)" = 1:2
  kill "$!" && wait "$!" 2>/dev/null
done
(cd / && exec git --git-dir="$work/.git" --work-tree="$work" cat-file --batch >/dev/null 2>&1 < <(exec sleep 300)) &
await git_at_work
unlock
check 'nor while it works there from another directory' test "$status:$(find "$work/.git" -maxdepth 1 -name '*.lock' | wc -l)" = 1:2
kill "$!" && wait "$!" 2>/dev/null
exec 9>>"$work/.git/index.lock" && touch -d '1 hour ago' "$work/.git/index.lock"
unlock
check 'one that a process holds open stays' test "$status" -eq 1 -a -e "$work/.git/index.lock"
exec 9>&-
unlock
check 'without any of these they go' test "$status:$(find "$work/.git" -maxdepth 1 -name '*.lock' | wc -l)" = 0:0
old index.lock
chown -R nobody "$work"
check 'git refuses root a repository of somebody else' bash -c '! git -C "$1" status' _ "$work"
unlock
check 'of which root may remove a lock all the same' test "$status" -eq 0 -a ! -e "$work/.git/index.lock"
chown -R root "$work"; old index.lock
chmod -R a+rwX "$work" && git config --system --add safe.directory '*'
setpriv --reuid nobody --regid nogroup --clear-groups env HOME=/ bash "$SCRIPT" --repository "$work" >.out 2>.err; status=$?
check 'one of another user, whose processes are not seen, stays' test "$status:$(grep -c 'belongs to another user' .err)" = 1:1 -a -e "$work/.git/index.lock"
finish
