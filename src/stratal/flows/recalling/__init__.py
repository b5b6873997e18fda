"""What recall is made of: the hits of an answer, and a shelf for each layer that it searches."""
