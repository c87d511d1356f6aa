import type { Message } from '../../../../wire/messages.ts';
import { toggleReaction } from '../../actions/messages.ts';
import { personName } from '../../view/names.ts';
import { glyphOf, reactionChips, type Glyph, type ReactionChip } from '../../view/reactions.ts';
import { languageCode, t } from '../../view/text.ts';
import { toast } from '../base/toast.tsx';
import { Tooltip } from '../base/tooltip.tsx';
import { overlay } from '../message-actions/state.ts';
import { useClient } from '../page/client.tsx';
import { failureText } from '../page/failure.ts';
import './reactions.css';

const namesShown = 12;

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
  const names = userIds.slice(0, namesShown).map((id) => personName(live, id));
  const list = new Intl.ListFormat(languageCode()).format([
    ...names,
    ...(userIds.length > namesShown ? [`+${userIds.length - namesShown}`] : []),
  ]);
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
        <EmojiGlyph glyph={glyphOf(live, emoji)} />
        <span class="reaction-count numeric">{userIds.length}</span>
      </button>
    </Tooltip>
  );
}

/** An emoji; what it means stands beside it. */
export function EmojiGlyph({ glyph }: { glyph: Glyph }) {
  if ('url' in glyph) return <img class="reaction-image" src={glyph.url} alt="" width={16} height={16} />;
  return (
    <span class="reaction-glyph" aria-hidden="true">
      {glyph.text}
    </span>
  );
}
