#!/usr/bin/env bash
. "$HARNESS"
# with: archive_path=/tmp-in/web.tgz
# with: archive_folder=/srv/web
# with: archive_owner=www-data
# refused: archive_path=a.tgz

before() {
  mkdir -p "${archive_path%/*}" tree/inner
  echo one >tree/inner/file
  tar -C tree -czf "$archive_path" inner
}

after() {
  check 'the file is there' test "$(cat "$archive_folder/inner/file")" = one
  check 'it has its owner' test "$(stat -c %U:%G "$archive_folder/inner/file")" = "$archive_owner:$archive_owner"
  check 'the archive stays' test -s "$archive_path"
}
