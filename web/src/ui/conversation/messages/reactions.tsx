import type { Message } from '../../../../../wire/messages.ts';
import { toggleReaction } from '../../../actions/messages/messages.ts';
import { personName } from '../../../view/narrow/names.ts';
import { preference } from '../../../view/preferences/preferences.ts';
import { getGlyph, reactionChips, type ReactionChip } from '../../../view/emoji/reactions.ts';
import { listSome } from '../../../view/text/list.ts';
import { t } from '../../../view/text/text.ts';
import { toast } from '../../kit/toasts/toast.tsx';
import { Tooltip } from '../../kit/tooltip.tsx';
import { EmojiGlyph } from '../../parts/emoji/emoji-glyph.tsx';
import { overlay } from '../actions/state.ts';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';
import './reactions.css';

/** Up to this number of reactions to a message, chips show names instead of counts. */
const mostNamed = 3;

export function Reactions({ message }: { message: Message }) {
  const { live } = useClient();
  return (
    <ul class="reactions" role="list">
      {reactionChips(message.reactions, live.peek().own.user_id).map((chip) => (
        <li key={`${chip.emoji.reaction_type} ${chip.emoji.emoji_code}`}>
          <Chip message={message} chip={chip} />
        </li>
      ))}
    </ul>
  );
}

function Chip({ message, chip }: { message: Message; chip: ReactionChip }) {
  const client = useClient();
  const { live } = client;
  const { emoji, userIds, isOwn } = chip;
  const isNamed =
    message.reactions.length <= mostNamed && preference(live, 'display_emoji_reaction_users') !== false;
  const list = listSome(userIds.map((id) => personName(live, id)));
  const text = t('messages.reactedBy', { names: list, emoji: emoji.emoji_name.replaceAll('_', ' ') });
  const toggle = async () => {
    const failure = await toggleReaction(client, message.id, emoji);
    if (failure) toast({ text: failureText(failure), kind: 'error' });
  };
  return (
    <Tooltip text={text}>
      <button
        type="button"
        class="reaction"
        aria-pressed={isOwn}
        aria-label={text}
        onClick={() => void toggle()}
        onContextMenu={(event) => {
          event.preventDefault();
          event.stopPropagation();
          overlay.value = { kind: 'reactions', id: message.id };
        }}
      >
        <EmojiGlyph glyph={getGlyph(live, emoji)} isAlone />
        {isNamed ? (
          <span class="reaction-names one-line">{list}</span>
        ) : (
          <span class="reaction-count numeric">{userIds.length}</span>
        )}
      </button>
    </Tooltip>
  );
}
