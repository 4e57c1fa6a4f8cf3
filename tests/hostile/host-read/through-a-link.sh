# Reads a secret through a chain of links.
# control: same-box
ln -s / /work/a; ln -s a /work/b; cat "/work/b$SECRET"
