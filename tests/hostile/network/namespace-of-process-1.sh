# Enters the network of another process.
# control: none: on a host it would enter the host's network
nsenter -t 1 -n true && nsenter -t $PPID -n true; nsenter --net=/proc/1/ns/net bash -c "exec 3<>/dev/tcp/127.0.0.1/$PORT && cat <&3"
