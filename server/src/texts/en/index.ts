/** The server's own texts in English: of its pages, and of errors that they show. */
import { account } from './account.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { home } from './home.ts';
import { join } from './join.ts';
import { setup } from './setup.ts';
import { signIn } from './sign-in.ts';

export const en = {
  ...common,
  ...signIn,
  ...account,
  ...join,
  ...setup,
  ...home,
  ...errors,
} as const;

export type Catalogue = Readonly<Record<keyof typeof en, string>>;
