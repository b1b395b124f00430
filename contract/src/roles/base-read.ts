/**
 * Base configuration to read, for people of one site. Not the page of sites: it compares the sites of the company and is
 * for identity 1, and its calls want the tag of the site switcher, which these roles do not hold.
 */
export const baseRead = ['base:*:R', '-base:site:*'] as const;
