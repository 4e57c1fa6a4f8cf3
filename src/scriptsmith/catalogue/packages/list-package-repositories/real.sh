#!/usr/bin/env bash
# packages: dnf python3-dnf
. "$HARNESS"
use packages
ran_on dnf "$(dnf --version | sed -n 1p)"
package stable thing 1.0 # its archive is not signed
publish
parts=/etc/apt/sources.list.d
printf '# deb http://off.example.org/debian stable main\n' >/etc/apt/sources.list
for word in yes True with 1 no off; do
  echo "deb [ arch=amd64 trusted=$word ] file:/repo/stable ./" >"$parts/trusted-$word.list"
  printf 'Types: deb\nURIs: file:/repo/stable\nSuites: ./\nTrusted: %s\n' "$word" >"$parts/trusted-$word.sources"
done
echo 'deb file:/repo/stable ./' >"$parts/plain.list"
echo 'deb [allow-insecure=yes] file:/repo/stable ./' >"$parts/insecure.list"
echo 'deb [trusted=yes] file:/repo/stable ./' >"$parts/not read.list"
printf 'Types: deb\nURIs: https://out.example.org\nSuites: x\nComponents: main\nEnabled: off\n' >"$parts/out.sources"
by_apt() { # the files whose archive apt reads, though it is not signed
  local each
  for each in "$parts"/[a-z]*[a-z0-9].{list,sources}; do
    [[ ! -f $each || $each == *out.sources || $each == *' '* ]] ||
      ! apt-get -qq -o Dir::Etc::SourceList="$each" -o Dir::Etc::SourceParts=/dev/null update >/dev/null 2>&1 || echo "$each"
  done | sort
}
by_dnf() { python3 -c 'import dnf; b = dnf.Base(); b.conf.read(); b.conf.substitutions["releasever"] = "1"; b.read_all_repos(); print(*sorted(r.id for r in b.repos.iter_enabled() if not r.gpgcheck))'; }

run
check 'apt reads these without a signature, and they are marked' test "$(by_apt)" = "$(sed -n 's/: .*  NO SIGNATURE NEEDED$//p' <<<"$out" | sort)"
check 'each of both kinds is there' test "$(by_apt | wc -l)" = 9
check 'a file that apt does not read is told' grep -qx "$parts/not read.list: not read by apt, because of its name" <<<"$out"
check 'what is off is counted' grep -qx '14 active sources, 2 switched off, 9 without a signature' <<<"$out"
check 'it is a failure' test "$status" -eq 1
find $parts -type f ! -name plain.list -delete
run
check 'one source with a signature succeeds' test "$status" -eq 0
printf '# the proxy, and its password\n' >/etc/apt/apt.conf.d/90proxy && chmod 600 /etc/apt/apt.conf.d/90proxy
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.seen 2>.err; status=$?
check 'what one may not read may lift it: told, beside the sources' test "$status:$(grep -cx '/etc/apt/apt.conf.d/90proxy: cannot be read' .seen):$(grep -c '^1 active sources' .seen):$(grep -c 'run this as root' .err)" = 3:1:1:1
rm /etc/apt/apt.conf.d/90proxy
printf 'Types: deb\nURIs: file:/repo/stable\nSuites: ./\nSigned-By: /usr/share/keyrings/own.gpg\n' >"$parts/signed.sources"
run
check 'the key that a source names is told' grep -qx "$parts/signed.sources: deb file:/repo/stable ./  signed by /usr/share/keyrings/own.gpg" <<<"$out"
rm "$parts/signed.sources"
echo 'Acquire { AllowInsecureRepositories "yes"; };' >/etc/apt/apt.conf.d/99own
run
check 'a setting with which apt reads all is a failure' test "$status:$(by_apt)" = "1:$parts/plain.list"
mkdir -p /etc/apt/mirrors && echo file:/repo/stable >/etc/apt/mirrors/own.list && rm -f $parts/*
printf 'Types: deb\nURIs: mirror+file:/etc/apt/mirrors/own.list\nSuites: ./\nTrusted: yes\n' >$parts/mirrors.sources
apt-get -qq update >/dev/null 2>&1
run
check 'of a list of mirrors that apt reads, the address is told' test "$(apt-cache policy thing | grep -c 'mirror+file:/etc/apt/mirrors/own.list'):$(grep -c '^mirror of /etc/apt/mirrors/own.list: file:/repo/stable$' <<<"$out")" = 1:1
rm -r $parts /etc/apt/apt.conf.d/99own /etc/apt/sources.list
mkdir -p /etc/yum.repos.d
printf '[own]\nname=own\nbaseurl=http://x/\ngpgcheck=1\n' >/etc/yum.repos.d/own.repo
printf '[loose]\nname=l\nbaseurl=http://y/\ngpgcheck = False\n[silent]\nname=s\nbaseurl=http://z/\n[gone]\nname=g\nbaseurl=http://g/\nenabled=no\n' >/etc/yum.repos.d/two.repo
for setting in gpgcheck=1 gpgcheck=0 gpgcheck=True best=1; do
  printf '[main]\n%s\n' "$setting" >/etc/dnf/dnf.conf
  run
  check "with $setting, dnf takes the same without a signature" test "$(by_dnf)" = "$(sed -n 's/^[^ ]*: \([a-z]*\) .*NEEDED$/\1/p' <<<"$out" | sort | paste -sd ' ')"
  check "with $setting, three are in use" grep -q '^3 active sources, 1 switched off' <<<"$out"
done
finish
