#!/usr/bin/env bash
. "$HARNESS"
ran_on apt "$(apt-get --version | sed -n '1s/^apt \([^ ]*\).*/\1/p')"

cache=/var/cache/apt/archives
fill() { mkdir -p $cache/partial; head -c 2000000 /dev/zero >$cache/some_1.0_all.deb; echo x >$cache/partial/half_1_all.deb; }
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
mkdir -p /srv/archives && echo x >/srv/archives/ledger-2019.tar.gz
run --cache /srv/archives
check 'also one of the same name' test "$status:$(cat /srv/archives/ledger-2019.tar.gz)" = 3:x
mkdir /srv/archives/partial && : >/srv/archives/lock
run --cache /srv/archives
check 'and one with files that apt did not fetch' test "$status:$(cat /srv/archives/ledger-2019.tar.gz)" = 3:x
rm /srv/archives/ledger-2019.tar.gz && echo x >/srv/archives/a_1_all.deb
run --cache /srv/archives
check 'a cache of apt in another place is cleaned' bash -c '[ "$1" = 0 ] && [ ! -e /srv/archives/a_1_all.deb ]' _ "$status"
fill; chmod 700 $cache/partial; rm $cache/some_1.0_all.deb
setpriv --reuid nobody --clear-groups bash "$SCRIPT" --dry-run >.out 2>.err; status=$?
check 'what cannot be looked into is not empty' test "$status" -eq 3
finish
