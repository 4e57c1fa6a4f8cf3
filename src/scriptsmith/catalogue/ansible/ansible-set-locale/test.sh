#!/usr/bin/env bash
. "$HARNESS"
# with: locale_name=de_DE.UTF-8
# refused: locale_name=german
# refuses: not_debian: is not of the Debian family
# refuses: lc_all: sets LC_ALL
# fails: not_generated: locale-gen does not know

before() {
  touch /etc/debian_version
  printf '# %s UTF-8\nxx_XX.UTF-8 UTF-8\n' "$locale_name" >/etc/locale.gen
  printf 'LANG=C\nLC_TIME=C\n' >/etc/default/locale
  echo C >/srv/locales
  stub locale <<<'cat /srv/locales'
  stub locale-gen <<<'sed -n "s/^\([^#]*\)\.UTF-8 UTF-8$/\1.utf8/p" /etc/locale.gen >>/srv/locales'
}

not_debian() { rm /etc/debian_version; }
lc_all() { echo 'export LC_ALL="C.UTF-8"' >>/etc/default/locale; }
not_generated() { stub locale-gen <<<':'; }

after() {
  check 'it is chosen' grep -qx "$locale_name UTF-8" /etc/locale.gen
  check 'no line was added beside it' test "$(wc -l </etc/locale.gen)" -eq 2
  check 'it is the default' grep -qx "LANG=$locale_name" /etc/default/locale
  check 'other settings stay' grep -qx LC_TIME=C /etc/default/locale
  check 'it was generated' grep -qx "${locale_name/UTF-8/utf8}" /srv/locales
}
