# Takes all permissions from the folder that it works in.
# control: naive-collector
mkdir /work/w; echo x > /work/w/x; chmod 0 /work/w; chmod 0 /; chmod 755 /
echo hidden > /work/sentinel
