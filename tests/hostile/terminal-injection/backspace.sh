# Takes back what it showed.
# control: raw
printf 'rm -rf /\b\b\b\b\b\b\b\bls      \n'
