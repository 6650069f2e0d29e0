"""Who stands where: points, tie-breaks, ratings, prizes."""
