# Finds terminals of other people.
# control: host-devices
ls /dev/pts | grep -q "[0-9]" && echo ESCAPED; ls /dev | grep -q "^tty[0-9]" && echo ESCAPED
