#!/usr/bin/env bash
. "$HARNESS"
# with: folder_path=/srv/deep/down
# with: folder_owner=www-data
# with: folder_mode=0750
# refused: folder_path=srv
# refused: folder_path=/
# refused: folder_path=/run/app
# refused: folder_path=/var/run/app
# refused: folder_mode=rwx

after() {
  check 'the folder exists' test -d "$folder_path"
  check 'its owner and group are right' test "$(stat -c %U:%G "$folder_path")" = "${folder_owner:-root}:${folder_owner:-root}"
  check 'its mode is right' test "0$(stat -c %a "$folder_path")" = "${folder_mode:-0755}"
}
