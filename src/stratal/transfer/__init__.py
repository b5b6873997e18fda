"""Files in and out: transcripts are read here, at the edge, and nowhere else."""
