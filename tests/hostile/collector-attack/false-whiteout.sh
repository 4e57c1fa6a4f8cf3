# Makes the node by which a layer says that a file is gone.
# control: none: only a layer reads such nodes
echo x > /work/here; mknod /work/gone c 0 0; mv /work/here /work/there; mknod /work/here c 0 0; true
echo hidden > /work/sentinel
