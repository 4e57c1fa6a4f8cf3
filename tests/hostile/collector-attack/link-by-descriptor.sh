# Leaves a link through the descriptors of whoever reads it.
# control: naive-collector
ln -s "/proc/self/root$SECRET" /work/a; ln -s /proc/self/environ /work/b; ln -s "/proc/self/cwd/../../../../../..$SECRET" /work/c
echo hidden > /work/sentinel
