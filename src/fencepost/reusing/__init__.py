"""Results of unchanged pages, kept between runs for those who ask for them."""
