sort -t. -k1,1n -k2,2n -k3,3n -k4,4n -u ips.txt
