import type { ComponentChildren } from 'preact';
import { fetchReaders } from '../../../actions/messages/lookups.ts';
import { personName } from '../../../view/narrow/names.ts';
import { getGlyph, reactionChips } from '../../../view/emoji/reactions.ts';
import { t } from '../../../view/text/text.ts';
import { Avatar } from '../../parts/people/avatar.tsx';
import { PersonButton } from '../../parts/people/person-button.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { EmojiGlyph } from '../../parts/emoji/emoji-glyph.tsx';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { Reason, type MessageDialogProps } from './delete-dialog.tsx';
import './dialogs.css';
import { useResponse } from './use-response.ts';

/** Who has read a message, of those who share read receipts. */
export function ReceiptsDialog({ message, onClose }: MessageDialogProps) {
  const client = useClient();
  const response = useResponse(() => fetchReaders(client, message.id));
  const ids = response?.value;
  return (
    <Dialog title={t('actions.receipts')} size="small" onClose={onClose}>
      {response === undefined && <Skeleton kind="row" rows={3} />}
      <Reason text={response?.failure && failureText(response.failure)} />
      {ids !== undefined && <p class="dialogs-hint">{t('actions.readBy', { count: ids.length })}</p>}
      <People ids={ids ?? []} />
    </Dialog>
  );
}

/** The reactions to a message, with names. */
export function ReactionsDialog({ message, onClose }: MessageDialogProps) {
  const { live } = useClient();
  const chips = reactionChips(message.reactions, live.peek().own.user_id);
  return (
    <Dialog title={t('actions.reactions')} size="small" onClose={onClose}>
      {chips.length === 0 && <p class="dialogs-hint">{t('actions.noReactions')}</p>}
      {chips.map(({ emoji, userIds }) => (
        <section class="dialogs-section" key={`${emoji.reaction_type} ${emoji.emoji_code}`}>
          <h3 class="dialogs-heading">
            <EmojiGlyph glyph={getGlyph(live, emoji)} />
            <span>:{emoji.emoji_name}:</span>
            <span class="dialogs-count numeric">{userIds.length}</span>
          </h3>
          <People ids={userIds} />
        </section>
      ))}
    </Dialog>
  );
}

function People({ ids }: { ids: readonly number[] }): ComponentChildren {
  const { live } = useClient();
  const people = ids
    .map((id) => ({ id, name: personName(live, id) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <ul class="dialogs-people" role="list">
      {people.map(({ id, name }) => (
        <li key={id} class="dialogs-person">
          <PersonButton userId={id}>
            <Avatar userId={id} name={name} url={live.get('users').get(id)?.avatar_url} size={24} />
            <span class="one-line">{withEmoji(name)}</span>
          </PersonButton>
        </li>
      ))}
    </ul>
  );
}
