# Puts a command on the clipboard.
# control: raw
printf '\033]52;c;cm0gLXJmIH4K\007\n'
