# Leaves links to devices that never end.
# control: naive-collector
ln -s /dev/zero /work/zero; ln -s /dev/urandom /work/random
echo hidden > /work/sentinel
