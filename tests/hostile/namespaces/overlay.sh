# Mounts a layer over the tree.
# control: plain
cd /work; mkdir -p u w m; mount -t overlay none -o lowerdir=/etc,upperdir=u,workdir=w,userxattr m && echo ESCAPED
