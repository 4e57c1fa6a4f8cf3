sort -hr du.txt
