/** Hooks for features that keep files from being deleted. */
import { defineHook } from '../../core/log/index.ts';

/** Collects texts that will be sent later, such as scheduled messages: files linked in them are kept. */
export const unsentContents = defineHook<object, Promise<string[]>>('unsent contents');
