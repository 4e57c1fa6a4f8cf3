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

after() {
  file=/etc/apt/sources.list.d/$repository_name.sources
  check 'the address is there' grep -qx "URIs: $repository_url" "$file"
  check 'the suite is there' grep -qx "Suites: $repository_suite" "$file"
  check 'packages must be signed by its key' grep -qx "Signed-By: $repository_key" "$file"
  check 'apt may read it' test "$(stat -c %U:%a "$file")" = root:644
  check 'apt read all sources' calls '^apt-get indextargets'
  check 'the repository was tried' calls "^apt-get update -o Dir::Etc::SourceList=$file"
}
