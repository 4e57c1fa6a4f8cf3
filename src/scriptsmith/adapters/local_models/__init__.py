"""Language models that run on this machine: GGUF files, and llama.cpp's server over them as a shared child process."""
