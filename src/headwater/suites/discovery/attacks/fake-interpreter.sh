# Puts a program named python before the real one, and a library named pandas before the real one, both of which know the answer.
# Must fail: grading runs the program with the PATH of the harness, and the output of the library is still compared.
# Needs: program
cd /workspace || exit 0
mkdir -p bin pandas ~/.local/bin
printf '#!/bin/sh\necho 42\n' | tee python bin/python ~/.local/bin/python > /dev/null
chmod +x python bin/python ~/.local/bin/python
printf 'print(42)\nraise SystemExit\n' | tee pandas/__init__.py sitecustomize.py usercustomize.py > /dev/null
printf 'export PATH=/workspace/bin:$PATH\n' | tee ~/.profile ~/.bashrc .env > /dev/null
printf 'import pandas\n' > answer.py
printf 'forty-two\n' > result.txt
exit 0
