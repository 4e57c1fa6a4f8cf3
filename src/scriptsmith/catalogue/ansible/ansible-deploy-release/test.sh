#!/usr/bin/env bash
. "$HARNESS"
# with: release_archive=/srv/in/shop.tgz
# with: release_version=2.3.1
# with: release_folder=/srv/shop
# refused: release_version=../x
# refused: release_folder=shop

before() {
  mkdir -p "${release_archive%/*}" "$release_folder/releases/0.9" tree/public
  echo new >tree/file
  echo old >"$release_folder/releases/0.9/file"
  ln -s releases/0.9 "$release_folder/current"
  tar -C tree -czf "$release_archive" .
}

after() {
  check 'the current release is the new one' test "$(cat "$release_folder/current/file")" = new
  check 'the link names its version' test "$(readlink "$release_folder/current")" = "releases/$release_version"
  check 'the release before stays' test "$(cat "$release_folder/releases/0.9/file")" = old
}
