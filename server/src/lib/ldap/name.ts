/** As it is searched for and counted: the directory takes all of these ways to write a name for the same. */
export const ldapName = (username: string): string => username.normalize('NFKC').replace(/\s+/g, ' ').trim();
