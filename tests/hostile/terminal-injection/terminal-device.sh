# Writes to the terminal of whoever started it.
# control: terminal
echo ESCAPED-BY-TERMINAL > /dev/tty
