import pandas as pd

loans = pd.read_csv("/data/book_loans/loans_L033.csv", encoding="utf-8-sig")
day = pd.to_datetime(loans["day"], format="%d/%m/%Y")
winter = loans[day.between("2022-10-01", "2023-03-31")]
print(f"{winter['loan'].sum()} loans")
