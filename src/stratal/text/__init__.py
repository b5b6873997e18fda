"""What can be said about a text without knowing who wrote it or where it is stored.

Pure functions over strings: no input or output, no database, no model. Seven questions, one module
each: which terms index it (`tokens`), how many model tokens it costs (`counting`), whether it holds
a secret (`secrets`), whether it is quoted truly (`quotation`), whether it says the same as another
(`likeness`), how it is shown to a model as data (`fence`), and what it states outright
(`statements`, by `statement_rules`, `wording`, `own_words` and `families`). Chinese and English are
equal in all of them. Whatever the input, a text is data: none of these functions raises because of
what it says.
"""
