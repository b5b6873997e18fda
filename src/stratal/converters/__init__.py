"""From the bytes of a file to the blocks of its text, one module for each kind of file.

Text, Markdown, code, tables and HTML need nothing; PDF and DOCX need the extra ``documents``. A
converter reads as a stream where the format allows it, runs nothing that it reads, and follows no
link. What is not what it is said to be, or damaged, raises `UnreadableFile`.
"""
