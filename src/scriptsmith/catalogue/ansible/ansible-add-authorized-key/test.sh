#!/usr/bin/env bash
. "$HARNESS"
# with: key_user=carol
# with: key_text=ssh-rsa AAAAB3NzaC1yc2E= carol@laptop
# refused: key_text=hello
# refused: key_user=a b

before() {
  useradd --create-home "$key_user"
  mkdir "/home/$key_user/.ssh"
  echo 'ssh-ed25519 AAAAother other' >"/home/$key_user/.ssh/authorized_keys"
}

after() {
  folder=/home/$key_user/.ssh
  check 'the key is there' grep -qxF "$key_text" "$folder/authorized_keys"
  check 'other keys stay' grep -qx 'ssh-ed25519 AAAAother other' "$folder/authorized_keys"
  check 'only the user may read them' test "$(stat -c %U:%a "$folder/authorized_keys")" = "$key_user:600"
  check 'nor may others enter the folder' test "$(stat -c %U:%a "$folder")" = "$key_user:700"
}
