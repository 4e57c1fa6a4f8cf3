#!/usr/bin/env bash
. "$HARNESS"
# with: archive_path=/tmp-in/web.tgz
# with: archive_folder=/srv/web
# with: archive_owner=www-data
# refused: archive_path=a.tgz
# refused: archive_folder=/
# fails: cut_off_on_a_full_disk: Remove these, and run it again

before() {
  mkdir -p "${archive_path%/*}" tree/inner
  echo one >tree/inner/file
  tar -C tree -czf "$archive_path" inner
  # As most people make one; and the folder is there.
  if [[ $archive_folder == /srv/web ]]; then
    echo two >'tree/.an other'
    ln -s inner/file tree/link
    tar -C tree -czf "$archive_path" .
    mkdir -m 0700 "$archive_folder"
  fi
}

# tar sets the time of a file that it could not write to its end, too, and older releases of Ansible ask for the time only.
cut_off_on_a_full_disk() {
  stub tar <<<'[[ $1 != --compare ]] || { echo "inner/file: Size differs"; exit 1; }; exec /usr/bin/tar "$@"'
}

after() {
  check 'the file is there' test "$(cat "$archive_folder/inner/file")" = one
  check 'it has its owner' test "$(stat -c %U:%G "$archive_folder/inner/file")" = "$archive_owner:$archive_owner"
  check 'the archive stays' test -s "$archive_path"
  if [[ $archive_folder == /srv/web ]]; then
    check 'so are all others' test "$(cat "$archive_folder/.an other" "$archive_folder/link")" = $'two\none'
    check 'a folder that is there keeps owner and mode' test "$(stat -c %U:%a "$archive_folder")" = root:700
  fi
}
