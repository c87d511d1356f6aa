/** What features above may react to where files are deleted. */
import { defineHook } from '../../core/log/index.ts';

/** Asks for texts that are to be sent later: the files they link to stay. */
export const unsentContents = defineHook<object, Promise<string[]>>('unsent contents');
