"""What runs beside the learner's code, in the child process: no case, no reference, no answer comes near it."""
