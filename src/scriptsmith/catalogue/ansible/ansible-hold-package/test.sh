#!/usr/bin/env bash
. "$HARNESS"
# with: held_package=tar
# refused: held_package=Two Words
# refused: held_package=nginx=1.2
# refuses: not_installed: is not installed on this host
# given not_installed: held_package=no-such-package
# refuses: removed_but_for_settings: is not installed on this host
# refuses: no_dpkg: is not installed on this host by dpkg
# refuses: stands_for_others: Hold them in its place: tar-1.35

not_installed() { :; }
removed_but_for_settings() { stub dpkg-query <<<'echo config-files'; }
no_dpkg() { rm "$(type -P dpkg-query)"; }

stands_for_others() {
  stub dpkg-query <<'EOF'
case $* in
*--listfiles*) printf '%s\n' /. /usr /usr/share /usr/share/doc /usr/share/doc/tar /usr/share/doc/tar/copyright ;;
*Depends*) echo 'tar-1.35' ;;
*) echo installed ;;
esac
EOF
}

after() {
  check 'the package is held' test "$(dpkg --get-selections "$held_package" | awk '{print $2}')" = hold
  check 'others are not' test "$(dpkg --get-selections dpkg | awk '{print $2}')" = install
}
