import type { Catalogue } from '../en/index.ts';
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

export { germanErrors as errors } from '../../../../wire/errors/de/index.ts';

export const de: Catalogue = {
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
};
