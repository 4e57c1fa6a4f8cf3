# Writes over the beginning of its own line.
# control: raw
printf 'rm -rf /\rls -l    \n'
