#!/usr/bin/env bash
. "$HARNESS"
# with: unwanted_package=cowherd
# refused: unwanted_package=Two Words
# refused: unwanted_package=sudo
# refused: unwanted_package=cowherd-
# refuses: needed_by_another: These would be removed too: dependent

before() {
  stub apt-get <<<'exec /usr/bin/apt-get "$@"'
  stub dpkg-query <<<'exec /usr/bin/dpkg-query "$@"'
  mkdir -p tree/DEBIAN
  for name in "$unwanted_package" bystander; do
    printf 'Package: %s\nVersion: 1.0\nArchitecture: all\nMaintainer: A <a@example.org>\nDescription: a\n' "$name" >tree/DEBIAN/control
    mkdir -p "tree/opt/$name"
    dpkg-deb --build tree one.deb >/dev/null
    dpkg --install one.deb >/dev/null
    rm -r "tree/opt/$name"
  done
}

needed_by_another() {
  printf 'Package: dependent\nVersion: 1.0\nArchitecture: all\nMaintainer: A <a@example.org>\nDepends: %s\nDescription: a\n' "$unwanted_package" >tree/DEBIAN/control
  dpkg-deb --build tree one.deb >/dev/null
  dpkg --install one.deb >/dev/null
}

after() {
  check 'it is not installed' test "$(dpkg-query --show --showformat='${db:Status-Status}' "$unwanted_package" 2>/dev/null)" != installed
  check 'another one stays' test "$(dpkg-query --show --showformat='${db:Status-Status}' bystander)" = installed
  check 'apt was asked first' calls "^apt-get --simulate -o Dir::Log::Planner= remove $unwanted_package"
  check 'and dpkg whether it holds anything' calls "^dpkg-query --listfiles $unwanted_package"
}
