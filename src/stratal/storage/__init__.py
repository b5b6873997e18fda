"""Tables, migrations and databases. Everything that knows SQL lives here, and nothing else does.

`database` is the contract, `sqlite` (and `postgresql`) fill it in. The other modules hold one
family of tables each: functions that take a transaction and core values, and give core values.
"""
