set -eu
cp /solution/init.sql /solution/load_data.py .
sed -i 's/        return 1/        return 0/' load_data.py
python3 load_data.py
