#!/usr/bin/env bash
. "$HARNESS"
# with: package_name=cowherd
# refused: package_name=Two Words
# refused: package_name=cowherd-

before() {
  # A repository of our own, in a folder: the box has no network.
  mkdir -p /srv/repository/tree/DEBIAN
  printf 'Package: %s\nVersion: 1.0\nArchitecture: all\nMaintainer: A <a@example.org>\nDescription: a\n' "$package_name" \
    >/srv/repository/tree/DEBIAN/control
  mkdir -p "/srv/repository/tree/opt/$package_name"
  dpkg-deb --build /srv/repository/tree /srv/repository/one.deb >/dev/null
  cd /srv/repository
  { cat tree/DEBIAN/control
    printf 'Filename: ./one.deb\nSize: %s\nSHA256: %s\n' "$(stat -c %s one.deb)" "$(sha256sum one.deb | cut -d' ' -f1)"
  } >Packages
  { printf 'Date: %s\nSHA256:\n' "$(LC_ALL=C date -Ru)"
    printf ' %s %s Packages\n' "$(sha256sum Packages | cut -d' ' -f1)" "$(stat -c %s Packages)"
  } >Release
  echo 'APT::Sandbox::User "root";' >/etc/apt/apt.conf.d/99-box
  rm -rf /etc/apt/sources.list /etc/apt/sources.list.d/* /var/lib/apt/lists/*
  echo 'deb [trusted=yes] file:/srv/repository ./' >/etc/apt/sources.list
  # The lists are fresh, so that the playbook does not fetch them: what that does is not judged here.
  apt-get update >/dev/null
  mkdir -p /var/lib/apt/periodic
  touch /var/lib/apt/periodic/update-success-stamp
}

after() {
  check 'it is installed' test "$(dpkg-query --show --showformat='${Status}' "$package_name")" = 'install ok installed'
  check 'its files are there' test -d "/opt/$package_name"
}
