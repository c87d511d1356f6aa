/** Normalizes a user name for searching and rate limits: directories treat all these spellings as equal. */
export const ldapName = (username: string): string => username.normalize('NFKC').replace(/\s+/g, ' ').trim();
