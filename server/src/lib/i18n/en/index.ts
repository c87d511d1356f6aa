/** The server's own texts in English: of its pages, of errors that they show, and of e-mails. */
import { account } from './account.ts';
import { apiDocs } from './api-docs.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { first } from './first.ts';
import { home } from './home.ts';
import { join } from './join.ts';
import { mail } from './mail.ts';
import { missed } from './missed.ts';
import { provider } from './provider.ts';
import { publicPages } from './public.ts';
import { setup } from './setup.ts';
import { signIn } from './sign-in.ts';

export const en = {
  ...common,
  ...signIn,
  ...account,
  ...join,
  ...provider,
  ...publicPages,
  ...setup,
  ...home,
  ...errors,
  ...mail,
  ...missed,
  ...first,
  ...apiDocs,
} as const;

export type Catalogue = Readonly<Record<keyof typeof en, string>>;
