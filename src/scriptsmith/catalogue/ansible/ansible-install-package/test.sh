#!/usr/bin/env bash
. "$HARNESS"
# with: package_name=cowherd
# refused: package_name=Two Words
# refused: package_name=cowherd-
# refuses: takes_the_place_of_another: These would be removed for cowherd: bystander

before() {
  stub apt-get <<<'exec /usr/bin/apt-get "$@"'
  rm -rf /etc/apt/sources.list /etc/apt/sources.list.d/*
  echo 'APT::Sandbox::User "root";' >/etc/apt/apt.conf.d/99-box
  echo 'deb [trusted=yes] file:/srv/repository ./' >/etc/apt/sources.list
  offer "$package_name"
}

# A repository of our own, in a folder: the box has no network.
offer() {
  mkdir -p /srv/repository/tree/DEBIAN "/srv/repository/tree/opt/$1"
  cd /srv/repository
  printf 'Package: %s\nVersion: 1.0\nArchitecture: all\nMaintainer: A <a@example.org>\n%sDescription: a\n' "$1" "${2-}" >tree/DEBIAN/control
  dpkg-deb --build tree one.deb >/dev/null
  { cat tree/DEBIAN/control
    printf 'Filename: ./one.deb\nSize: %s\nSHA256: %s\n' "$(stat -c %s one.deb)" "$(sha256sum one.deb | cut -d' ' -f1)"
  } >Packages
  { printf 'Date: %s\nSHA256:\n' "$(LC_ALL=C date -Ru)"
    printf ' %s %s Packages\n' "$(sha256sum Packages | cut -d' ' -f1)" "$(stat -c %s Packages)"
  } >Release
  # The lists are fresh, so that the playbook does not fetch them: what that does is not judged here.
  rm -rf /var/lib/apt/lists/*
  /usr/bin/apt-get update >/dev/null
  mkdir -p /var/lib/apt/periodic
  touch /var/lib/apt/periodic/update-success-stamp
  cd "$OLDPWD"
}

# As mysql-server does of mariadb-server.
takes_the_place_of_another() {
  offer bystander
  dpkg --install /srv/repository/one.deb >/dev/null
  offer "$package_name" $'Conflicts: bystander\n'
}

after() {
  check 'it is installed' test "$(dpkg-query --show --showformat='${Status}' "$package_name")" = 'install ok installed'
  check 'its files are there' test -d "/opt/$package_name"
  check 'apt was asked first what would go for it' calls "^apt-get --simulate .* install $package_name"
}
