select 42 as answer
