# Leaves links that lead around in a circle.
# control: naive-collector
mkdir -p /work/a/b; ln -s ../.. /work/a/b/c; ln -s loop /work/loop; ln -s / /work/root
echo hidden > /work/sentinel
