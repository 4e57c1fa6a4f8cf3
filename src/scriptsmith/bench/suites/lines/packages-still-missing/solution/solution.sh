grep -vxFf installed.txt wanted.txt
