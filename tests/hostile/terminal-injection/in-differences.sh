# Puts control characters into files that are shown as differences.
# control: raw-changes
printf '\033[2J\033]0;owned\007' > /work/f; ln -s $'\e[2J' /work/l
