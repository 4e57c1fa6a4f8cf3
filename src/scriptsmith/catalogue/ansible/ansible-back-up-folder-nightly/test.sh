#!/usr/bin/env bash
. "$HARNESS"
# with: backup_folder=/srv/it's mine
# with: backup_target=/backup/mine
# with: backup_name=mine
# refused: backup_name=a.b
# refused: backup_name=-a
# refused: backup_folder=srv
# refused: backup_folder=/

before() {
  touch /usr/sbin/cron
  mkdir -p "$backup_folder"
  echo precious >"$backup_folder/file"
  if [[ $backup_name == mine ]]; then
    mkdir -p -m 0750 "$backup_target"
    chmod 0750 "$backup_target"
  fi
}

after() {
  script=/usr/local/sbin/backup-$backup_name
  archive=$backup_target/$backup_name-$(date +%F).tar.gz
  check 'cron runs the script' grep -q " root $script\$" "/etc/cron.d/backup-$backup_name"
  check 'cron reads the job: nobody else may write it' test "$(stat -c %U:%a "/etc/cron.d/backup-$backup_name")" = root:644
  if [[ $backup_name == mine ]]; then
    check 'a folder of archives that is there keeps its mode' test "$(stat -c %a "$backup_target")" = 750
  else
    check 'a new folder of archives is only for root' test "$(stat -c %U:%a "$backup_target")" = root:700
  fi
  check 'the script runs' "$script"
  check 'the archive holds the folder' test "$(tar -xzOf "$archive" ./file)" = precious
  check 'only root may read archives' test "$(stat -c %U:%a "$archive")" = root:600
  stub tar <<<'/usr/bin/tar "$@"; exit 1'
  check 'a file that changes meanwhile is no reason to have no archive' env PATH="$PATH" "$script"
  stub tar <<<'exit 2'
  check 'an error is one' bash -c '! "$1"' _ "$script"
  check 'and leaves the archive as it was' test "$(/usr/bin/tar -xzOf "$archive" ./file)" = precious
  stub tar <<<'exec /usr/bin/tar "$@"'
}
