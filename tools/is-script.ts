/** @returns whether a module is the program: of Node itself, or of the launcher, which imports it (`import.meta.main` is false then) */
export const isScript = ({ main, filename }: ImportMeta): boolean => main || process.argv[1] === filename;
