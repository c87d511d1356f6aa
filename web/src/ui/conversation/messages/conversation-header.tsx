import { memo } from '../../kit/preact/drawing.ts';
import type { FoundMessage } from '../../../../../wire/messages.ts';
import type { Destination } from '../../../store/narrow/narrow.ts';
import { foundParts } from '../../../view/narrow/found-text.ts';
import { channelColor, channelName, directName, topicName } from '../../../view/narrow/names.ts';
import type { Section } from '../../../view/messages/message-rows.ts';
import { TopicActions } from '../menus/topic-actions.tsx';
import { useClient } from '../../page/client.tsx';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { getHref } from '../../page/location.ts';
import { useLate } from '../../page/quiet.ts';
import './conversation-header.css';

type Props = {
  conversation: Destination;
  /** The ID of a search result in it, whose matches in the topic are highlighted. */
  foundIn?: number | undefined;
};

/** In mixed views, above the messages of one conversation. */
export const ConversationHeader = ({ conversation, foundIn }: Props) =>
  conversation.kind === 'direct' ? (
    <DirectHeader conversation={conversation} />
  ) : (
    <TopicHeader conversation={conversation} foundIn={foundIn} />
  );

type DirectProps = { conversation: Extract<Destination, { kind: 'direct' }> };

function DirectHeader({ conversation }: DirectProps) {
  const { live } = useClient();
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

type TopicProps = Pick<Props, 'foundIn'> & { conversation: Extract<Destination, { kind: 'topic' }> };

function TopicHeader({ conversation, foundIn }: TopicProps) {
  const { live } = useClient();
  const [hasActions, showActions] = useLate();
  const found: FoundMessage | undefined = foundIn === undefined ? undefined : live.message(foundIn);
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

/** The header of the conversation at the upper edge of the list. Covers the one in the list that it repeats. */
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
