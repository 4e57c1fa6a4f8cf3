#!/usr/bin/env bash
. "$HARNESS"
# with: release_archive=/srv/in/shop.tgz
# with: release_version=2.3.1
# with: release_folder=/srv/shop
# refused: release_version=../x
# refused: release_folder=shop
# refuses: no_archive: Cannot open
# refuses: no_zip: cannot find
# given no_zip: release_archive=/srv/in/none.zip
# refuses: folder_in_place_of_the_link: is no link
# refuses: files_one_folder_deeper: in a folder of its own: shop-2.3.1
# refuses: files_below_the_name_of_the_application: in a folder of its own: owner-shop-abc123
# refuses: other_files_under_the_same_version: give it another version
# refuses: fewer_files_under_the_same_version: give it another version
# fails: cut_off_on_a_full_disk: Remove that folder, and deploy again
# refuses: zip_one_folder_deeper: in a folder of its own: shop
# given zip_one_folder_deeper: release_archive=/srv/in/shop.zip
# refuses: zip_with_other_files_under_the_same_version: give it another version
# given zip_with_other_files_under_the_same_version: release_archive=/srv/in/shop.zip
# refuses: zip_with_more_files_under_the_same_version: give it another version
# given zip_with_more_files_under_the_same_version: release_archive=/srv/in/shop.zip

before() {
  mkdir -p "${release_archive%/*}" "$release_folder/releases/0.9" tree/public
  echo new >tree/file
  echo old >"$release_folder/releases/0.9/file"
  ln -s releases/0.9 "$release_folder/current"
  tar -C tree -czf "$release_archive" .
}

no_archive() { rm "$release_archive"; }
no_zip() { stub unzip <<<'echo "unzip:  cannot find or open it" >&2; exit 9'; }

folder_in_place_of_the_link() {
  rm "$release_folder/current"
  mkdir "$release_folder/current"
}

files_one_folder_deeper() {
  mv tree "shop-$release_version"
  tar -czf "$release_archive" "shop-$release_version"
}

files_below_the_name_of_the_application() {
  mv tree owner-shop-abc123
  tar -czf "$release_archive" owner-shop-abc123
}

current_already() {
  mkdir "$release_folder/releases/$release_version"
  tar -C "$release_folder/releases/$release_version" -xzf "$release_archive"
  ln -sfn "releases/$release_version" "$release_folder/current"
}

other_files_under_the_same_version() {
  current_already
  echo newer >"$release_folder/current/file"
}

fewer_files_under_the_same_version() {
  current_already
  rm "$release_folder/current/file"
}

# tar sets the time of a file that it could not write to its end, too, and older releases of Ansible ask for the time only.
cut_off_on_a_full_disk() {
  stub tar <<<'[[ $1 != --compare ]] || { echo "file: Size differs"; exit 1; }; exec /usr/bin/tar "$@"'
}

zip_one_folder_deeper() { stub unzip <<<'printf "%s\n" shop/ shop/file'; }

zip_current_already() {
  ansible=$(command -v ansible-playbook)
  (cd tree && "${ansible%/*}/python3" -m zipfile -c "$release_archive" file)
  stub unzip <<<'echo file'
  stub zipinfo <<<'echo "-rw-r--r--  2.0 unx        4 b- stor 20260101.000000 file"'
  mkdir "$release_folder/releases/$release_version"
  cp tree/file "$release_folder/releases/$release_version/"
  ln -sfn "releases/$release_version" "$release_folder/current"
}

zip_with_other_files_under_the_same_version() {
  zip_current_already
  echo own >"$release_folder/current/file"
}

zip_with_more_files_under_the_same_version() {
  zip_current_already
  rm "$release_folder/current/file"
}

after() {
  check 'the current release is the new one' test "$(cat "$release_folder/current/file")" = new
  check 'the link names its version' test "$(readlink "$release_folder/current")" = "releases/$release_version"
  check 'the release before stays' test "$(cat "$release_folder/releases/0.9/file")" = old
}
