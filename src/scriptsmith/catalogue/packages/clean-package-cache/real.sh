#!/usr/bin/env bash
. "$HARNESS"
ran_on apt "$(apt-get --version | sed -n '1s/^apt \([^ ]*\).*/\1/p')"

cache=/var/cache/apt/archives
fill() { head -c 2000000 /dev/zero >$cache/some_1.0_all.deb; mkdir -p $cache/partial; echo x >$cache/partial/half.deb; }
kept() { find $cache -name '*.deb' | wc -l; }
installed=$(dpkg --list | wc -l)
fill
before=$(kept)
run --dry-run
check 'a dry run removes nothing' test "$(kept)" -eq "$before"
check 'it tells how much there is' grep -q '^would remove: [1-9][0-9]* files, ' <<<"$out"
run
check 'it succeeds' test "$status" -eq 0
check 'the package files are gone' test "$(kept)" -eq 0
check 'installed packages stay' test "$(dpkg --list | wc -l)" = "$installed"
run
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
fill
run --cache /var/cache/apt
check 'the folder above is understood' test "$status" -eq 0 -a "$(kept)" -eq 0
mkdir -p /srv/data && echo x >/srv/data/file
run --cache /srv/data
check 'another folder is refused' test "$status" -eq 3 -a -e /srv/data/file
finish
