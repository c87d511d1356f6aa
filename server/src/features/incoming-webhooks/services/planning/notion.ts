/** Notion: pages, databases and comments. Events contain only ids; the first request has a verification token. */
import { UnsupportedEvent, type Delivery, type Integration, type ReadResult } from '../../integration.ts';
import { code, link, md } from '../../markup.ts';

const kinds: Readonly<Record<string, string>> = {
  page: 'a page',
  database: 'a database',
  data_source: 'a data source',
  comment: 'a comment',
};

function receive({ payload }: Delivery): ReadResult {
  const token = payload.optionalText('verification_token');
  if (token !== undefined) {
    const content = md`Notion asks whether this address is yours. Enter this verification token there: ${code(token)}`;
    return { event: 'verification', topic: 'Notion', content, isForOwner: true };
  }
  const event = payload.text('type');
  const [kind = '', action = ''] = event.split('.', 2);
  const thing = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (thing === undefined || action === '') throw new UnsupportedEvent(event);
  const id = payload.text('entity.id').replaceAll('-', '');
  const url = kind === 'comment' ? undefined : `https://www.notion.so/${encodeURIComponent(id)}`;
  const page = payload.optionalText('data.page_id')?.replaceAll('-', '');
  const place =
    kind === 'comment' && page !== undefined
      ? md` on ${link('a page', `https://www.notion.so/${encodeURIComponent(page)}`)}`
      : undefined;
  const what = md`${link(thing, url)}${place}`;
  const content = md`In ${payload.optionalText('workspace_name') ?? 'Notion'}: ${what}: ${action.replaceAll('_', ' ')}.`;
  return { event, topic: 'Notion', content };
}

export const notion: Integration = {
  name: 'notion',
  displayName: 'Notion',
  shaped: Object.keys(kinds).map((kind) => `${kind}.*`),
  receive,
};
