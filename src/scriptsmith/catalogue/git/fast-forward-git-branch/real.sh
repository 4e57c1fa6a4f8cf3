#!/usr/bin/env bash
. "$HARNESS"
use git
git config --global merge.ff false # and somebody may have that
commit -a news one && commit -a news two && ann push -q
old=$(head_of) new=$(ann rev-parse HEAD)
forward() { run --repository "$work" "$@"; }
# The checkout comes by SSH, by a program that it names itself.
printf '#!/bin/sh\nfor last; do :; done\nexec sh -c "$last"\n' >/usr/local/bin/by-key && chmod +x /usr/local/bin/by-key
url=$(g remote get-url origin)
g config ssh.variant ssh && g config core.sshCommand '/usr/local/bin/by-key -i /etc/deploy-key' && g remote set-url origin ssh://git@forge.example/srv/remote.git
forward --dry-run
check 'a checkout that names its program and key for SSH is fetched by it' test "$status:$(git -C "$work" rev-parse FETCH_HEAD)" = "0:$new"
g config --unset core.sshCommand && g remote set-url origin "$url"
forward --dry-run
check 'a dry run shows what comes and moves nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" = "$3" ] && grep -q "ann: news: two" <<<"$4"' _ "$status" "$(head_of)" "$old" "$out"
printf 'mine\n' >"$work/untracked"
forward
check 'the branch is where the remote is, without a merge' test "$status:$(head_of)" = "0:$new"
check 'its files too, and others stay' test "$(cat "$work/news" "$work/untracked" | paste -sd ' ')" = 'two mine'
forward
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to update" <<<"$2"' _ "$status" "$out"
commit -a news three && ann push -q && printf 'my change\n' >"$work/news"
forward
check 'a change that would be overwritten stops it' test "$status:$(head_of):$(cat "$work/news")" = "1:$new:my change"
g checkout -q -- news && commit readme 'my own'
own=$(head_of)
forward
check 'commits of its own stop it' test "$status:$(head_of)" = "3:$own"
g reset -q --hard "$new" && g checkout -q -b feature
forward --branch main
check 'another branch than the named one is refused' test "$status:$(head_of main)" = "3:$new"
forward
check 'a branch that the remote lacks is a failure' test "$status" -eq 1
g checkout -q main && g checkout -q --detach
forward
check 'without a branch it is refused' test "$status" -eq 3
g checkout -q main && mv /srv/remote.git /srv/moved.git
forward
check 'a remote that is away is a failure' test "$status:$(head_of)" = "1:$new"
g remote set-url origin ssh://127.0.0.1:1/x.git
forward
check 'so is one that does not answer, without a question' test "$status" -eq 1
finish
