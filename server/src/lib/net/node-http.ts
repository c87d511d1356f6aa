/** Not imported: an import reads every export, and one of this module's is a getter that loads a second HTTP client, 14 MB. */
export const nodeHttp = process.getBuiltinModule('node:http');
