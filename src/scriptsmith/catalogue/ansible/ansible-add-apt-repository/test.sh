#!/usr/bin/env bash
. "$HARNESS"
# with: repository_name=vendor
# with: repository_url=https://repo.example.org/apt
# with: repository_suite=stable
# with: repository_key=/usr/share/keyrings/vendor.asc
# refused: repository_name=../x
# refused: repository_name=debian
# refused: repository_url=not a url
# refused: repository_key=/usr/share/keyrings/vendor
# refuses: no_key: must lie on the host
# refuses: link_to_no_key: must lie on the host
# refuses: key_for_root_alone: with mode 0644
# refuses: source_of_another_repository: choose another name
# refuses: source_with_more: or has more than one suite and main
# refuses: lists_not_fetched: Some index files failed
# refuses: apt_fails: does not take the repository: E: it is not signed
# refuses: no_component_main: have the component 'main'
# refuses: apt_fails_with_another_suite: does not take the repository: E: it is not signed

before() {
  mkdir -p "${repository_key%/*}" /etc/apt/sources.list.d
  echo key >"$repository_key"
  chmod 0644 "$repository_key"
  stub apt-get <<'EOF'
case $1 in
  indextargets) ;;
  update) test -s "${3#Dir::Etc::SourceList=}" ;;
  *) exit 1 ;;
esac
EOF
}

no_key() { rm "$repository_key"; }

link_to_no_key() { ln -sf /srv/lost.asc "$repository_key"; }

key_for_root_alone() { chmod 0600 "$repository_key"; }

source_of_another_repository() {
  printf 'Types: deb\nURIs: https://elsewhere.example.org/apt\n' >"/etc/apt/sources.list.d/$repository_name.sources"
}

source_with_more() {
  printf 'Types: deb\nURIs: %s\nSuites: former\nComponents: main extra\n' "$repository_url" >"/etc/apt/sources.list.d/$repository_name.sources"
}

# As apt of Ubuntu 20.04 does, with status 0.
lists_not_fetched() {
  stub apt-get <<<'[[ $1 != update ]] || echo "W: Some index files failed to download. They have been ignored, or old ones used instead." >&2'
}

# What is new goes away again.
apt_fails() { stub apt-get <<<'echo "E: it is not signed" >&2; exit 100'; }

# As Docker's, which has stable: apt warns, and ends with 0.
no_component_main() {
  stub apt-get <<'EOF'
[[ $1 != update ]] || echo "W: Skipping acquire of configured file 'main/binary-amd64/Packages' as repository \
'https://repo.example.org/apt stable InRelease' doesn't have the component 'main' (component misspelt in sources.list?)" >&2
EOF
}

# What was there is put back.
apt_fails_with_another_suite() {
  apt_fails
  printf 'Types: deb\nURIs: %s\nSuites: former\n' "$repository_url" >"/etc/apt/sources.list.d/$repository_name.sources"
}

after() {
  file=/etc/apt/sources.list.d/$repository_name.sources
  check 'the address is there' grep -qx "URIs: $repository_url" "$file"
  check 'the suite is there' grep -qx "Suites: $repository_suite" "$file"
  check 'packages must be signed by its key' grep -qx "Signed-By: $repository_key" "$file"
  check 'apt may read it' test "$(stat -c %U:%a "$file")" = root:644
  check 'apt read all sources' calls '^apt-get indextargets'
  check 'the repository was tried' calls "^apt-get update -o Dir::Etc::SourceList=$file"
}
