import { memo } from '../base/preact/drawing.ts';
import type { FoundMessage } from '../../../../wire/messages.ts';
import type { Destination } from '../../store/messages/narrow.ts';
import { foundParts } from '../../view/narrow/found-text.ts';
import { channelColor, channelName, directName, topicName } from '../../view/narrow/names.ts';
import type { Section } from '../../view/messages/message-rows.ts';
import { TopicActions } from '../message-actions/topic-actions.tsx';
import { useClient } from '../page/client.tsx';
import { withEmoji } from '../emoji/emoji-text.tsx';
import { getHref } from '../page/location.ts';
import { useLate } from '../page/quiet.ts';
import './conversation-header.css';

/** In mixed views, above the messages of one conversation. */
export function ConversationHeader({
  conversation,
  foundIn,
}: {
  conversation: Destination;
  /** A message of it that was found: shows where the topic holds the words. */
  foundIn?: number | undefined;
}) {
  const { live } = useClient();
  const [hasActions, showActions] = useLate();
  const found: FoundMessage | undefined = foundIn === undefined ? undefined : live.message(foundIn);
  if (conversation.kind === 'direct') {
    return (
      <div class="conversation-header">
        <a
          class="conversation-header-name one-line"
          dir="auto"
          href={getHref({ screen: 'narrow', narrow: conversation })}
        >
          {withEmoji(directName(live, conversation.userIds))}
        </a>
      </div>
    );
  }
  const { channelId } = conversation;
  const topic = topicName(live, conversation.topic);
  return (
    <div
      class="conversation-header"
      style={{ '--conversation-colour': channelColor(live, channelId) ?? '' }}
      onFocusIn={showActions}
      onPointerEnter={showActions}
    >
      <a
        class="conversation-header-channel one-line"
        dir="auto"
        href={getHref({ screen: 'narrow', narrow: { kind: 'channel', channelId } })}
      >
        {withEmoji(channelName(live, channelId))}
      </a>
      <span class="conversation-header-part" aria-hidden="true">
        ›
      </span>
      <a
        class="conversation-header-name one-line"
        dir="auto"
        href={getHref({ screen: 'narrow', narrow: conversation })}
      >
        {topic.isEmpty || found?.match_subject === undefined ? (
          withEmoji(topic.name)
        ) : (
          <Found html={found.match_subject} />
        )}
      </a>
      {hasActions ? (
        <TopicActions channelId={channelId} topic={conversation.topic} />
      ) : (
        <span class="topic-actions" />
      )}
    </div>
  );
}

const Found = ({ html }: { html: string }) =>
  foundParts(html).map(({ text, isHit }) =>
    isHit ? <mark class="conversation-header-hit">{withEmoji(text)}</mark> : withEmoji(text),
  );

/** The same, of what is at the upper edge: where it stands by itself, it lies on the one that it repeats. */
export const StickyConversation = memo(function StickyConversation({
  header,
  isSearch,
}: {
  header: Section['header'];
  isSearch: boolean;
}) {
  return (
    <>
      <div class="conversation-sticky-line" />
      <div class="conversation-sticky">
        <div class="frame-column">
          <ConversationHeader
            conversation={header.conversation}
            foundIn={isSearch ? header.messageId : undefined}
          />
        </div>
      </div>
    </>
  );
});
