#!/usr/bin/env bash
. "$HARNESS"
# with: locale_name=de_DE.UTF-8
# refused: locale_name=german
# refuses: not_debian: is not of the Debian family
# refuses: lc_all: sets LC_ALL
# refuses: lc_all_of_the_environment: sets LC_ALL
# fails: not_generated: locale-gen does not know

before() {
  touch /etc/debian_version
  printf '# %s UTF-8\nxx_XX.UTF-8 UTF-8\n' "$locale_name" >/etc/locale.gen
  printf 'LANG=C\nLANGUAGE="en_US:en"\nLC_TIME=C\n' >/etc/default/locale
  printf 'PATH=/usr/bin:/bin\nexport LANGUAGE=sv\n' >/etc/environment
  echo C >/srv/locales
  stub locale <<<'cat /srv/locales'
  stub locale-gen <<<'sed -n "s/^\([^#]*\)\.UTF-8 UTF-8$/\1.utf8/p" /etc/locale.gen >>/srv/locales'
}

not_debian() { rm /etc/debian_version; }
lc_all() { echo 'export LC_ALL="C.UTF-8"' >>/etc/default/locale; }
lc_all_of_the_environment() { echo LC_ALL=C.UTF-8 >>/etc/environment; }
not_generated() { stub locale-gen <<<':'; }

after() {
  check 'it is chosen' grep -qx "$locale_name UTF-8" /etc/locale.gen
  check 'no line was added beside it' test "$(wc -l </etc/locale.gen)" -eq 2
  check 'it is the default' grep -qx "LANG=$locale_name" /etc/default/locale
  check 'other settings stay' grep -qx LC_TIME=C /etc/default/locale
  if [[ $locale_name == en_US.UTF-8 ]]; then
    check 'a LANGUAGE that begins with it stays' grep -qx 'LANGUAGE="en_US:en"' /etc/default/locale
  else
    check 'messages are in no other language' bash -c '! grep LANGUAGE /etc/default/locale'
  fi
  check 'nor by what else every session reads' test "$(cat /etc/environment)" = PATH=/usr/bin:/bin
  check 'it was generated' grep -qx "${locale_name/UTF-8/utf8}" /srv/locales
}
