# Starts the starter project's server, waits until it is ready, and stops it.
. /proof/server.sh
cp -r /opt/harness/olap-for-swe/files/starter started
cd started
serve dev
finish
