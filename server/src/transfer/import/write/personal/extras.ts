/** Drafts, views of the navigation, and when people were last there. */
import type { Tx } from '../../../../core/log/index.ts';
import { addNavigationView } from '../../../../features/navigation-views/index.ts';
import { saveSeen } from '../../../../features/presence/index.ts';
import { errorMessage } from '../../../../lib/thrown.ts';
import { limits } from '../../../../../../wire/core.ts';
import { truncate } from '../../../../lib/text.ts';
import type { PersonalRecord } from '../../records.ts';
import type { DraftEntry } from '../../reading/more-records.ts';
import type { ImportContext } from '../context.ts';

export async function storeExtras(
  tx: Tx,
  context: ImportContext,
  userId: number,
  { id, views, drafts, seen }: PersonalRecord,
): Promise<void> {
  for (const view of views) {
    const fragment = getFragment(view.fragment, context.channels);
    if (fragment === undefined) {
      context.report.leaveOut({
        what: 'navigation views',
        count: 1,
        reason: 'They are of people or messages there.',
      });
      continue;
    }
    await addNavigationView(tx, userId, {
      fragment,
      is_pinned: view.isPinned,
      ...(view.name === null ? {} : { name: view.name }),
    }).catch((error: unknown) => context.report.problem(`navigation view of ${id}`, errorMessage(error)));
  }
  for (const draft of drafts) await storeDraft(tx, context, userId, draft);
  const rows = seen.map((one) => ({ userId, ...one, updateId: tx.now }));
  if (rows.length > 0) await saveSeen(tx, rows);
}

/** With the channel here; undefined for what has other IDs of the source. */
function getFragment(given: string, channels: ReadonlyMap<string, number>): string | undefined {
  const [, before = '', source = '', after = ''] =
    /^(narrow\/(?:.*\/)?(?:channel|stream)\/)(\d+)[^/]*(.*)$/.exec(given) ?? [];
  if (source === '') return /\d/.test(given) ? undefined : given;
  const channelId = channels.get(source);
  return channelId === undefined || /\/(?:near|with|id|dm|pm-with|sender)\//.test(`${before}${after}/`)
    ? undefined
    : `${before}${channelId}${after}`;
}

async function storeDraft(
  tx: Tx,
  { people, channels, orgId }: ImportContext,
  userId: number,
  { place, topic, content, at }: DraftEntry,
): Promise<void> {
  const isChannel = place !== undefined && 'channel' in place;
  const recipients =
    place === undefined
      ? []
      : ('channel' in place
          ? [channels.get(place.channel)]
          : place.direct.map((one) => people.get(one))
        ).filter((one) => one !== undefined);
  await tx.q
    .insertInto('draft')
    .values({
      org_id: orgId,
      user_id: userId,
      recipients: JSON.stringify(recipients),
      type: recipients.length === 0 ? '' : isChannel ? 'stream' : 'private',
      topic: isChannel ? truncate(topic, limits.topicLength) : '',
      content: truncate(content, limits.messageLength),
      changed_at: at || tx.now,
    })
    .execute();
}
