/** The texts of the page in English, as it comes first; those of the settings come with them: `late.ts`. */
import { actions } from './actions.ts';
import { channels } from './channels.ts';
import { common } from './common.ts';
import { compose } from './compose.ts';
import { directory } from './directory.ts';
import { emoji } from './emoji.ts';
import { frame } from './frame.ts';
import { inbox } from './inbox.ts';
import { keys } from './keys.ts';
import { media } from './media.ts';
import { later } from './later.ts';
import { messages } from './messages.ts';
import { notices } from './notices.ts';
import { people } from './people.ts';
import { search } from './search.ts';
import { sidebar } from './sidebar.ts';
import { uploads } from './uploads.ts';
import { widgets } from './widgets.ts';
import { views } from './views.ts';

export const en = {
  ...common,
  ...frame,
  ...views,
  ...sidebar,
  ...messages,
  ...notices,
  ...compose,
  ...people,
  ...directory,
  ...keys,
  ...actions,
  ...emoji,
  ...media,
  ...inbox,
  ...later,
  ...channels,
  ...search,
  ...uploads,
  ...widgets,
} as const;

export type Catalogue = Readonly<Record<keyof typeof en, string>>;
