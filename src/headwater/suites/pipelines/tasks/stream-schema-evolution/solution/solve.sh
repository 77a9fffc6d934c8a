set -eu
sh /solution/install.sh
sh /solution/finish.sh
