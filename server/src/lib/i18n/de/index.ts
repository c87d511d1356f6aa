import type { Catalogue } from '../en/index.ts';
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

export const de: Catalogue = {
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
};
