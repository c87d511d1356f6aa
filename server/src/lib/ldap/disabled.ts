/** Accounts that Active Directory has disabled. */
import type { Entry } from 'ldapts';
import { readText } from './values.ts';

const disabledBit = 2;

/** @param entry With its `userAccountControl`, which other directories do not have. */
export const isDisabled = (entry: Entry): boolean =>
  (Number(readText(entry, 'userAccountControl') ?? 0) & disabledBit) !== 0;
