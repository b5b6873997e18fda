"""Faces for other processes: each opens the same memory, and decides who acts."""
