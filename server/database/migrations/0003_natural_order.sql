CREATE COLLATION "natural_order" (provider = icu, locale = 'und-u-kn-true');
