import type { ComponentChildren } from 'preact';
import type { Target } from '../../../store/writing/drafts.ts';
import { serverSeconds } from '../../../store/server-clock.ts';
import { channelColor, channelName, directName, topicName } from '../../../view/narrow/names.ts';
import { getClock } from '../../../view/preferences/preferences.ts';
import { t } from '../../../view/text/text.ts';
import { getDayAndTime, getFullTime } from '../../../view/text/times.ts';
import { PersonPicture } from '../../parts/people/person-picture.tsx';
import { useClient } from '../../page/client.tsx';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { LaterText } from './later-text.tsx';
import './later.css';

export type LaterRowProps = {
  target: Target;
  /** Seconds since 1970. */
  time: number;
  text: string;
  /** The rendered text, if the server has sent it. */
  html?: string;
  /** Why the last action failed. */
  problem?: string | undefined;
  onOpen: () => void;
  /** Called by Backspace. */
  onDelete?: () => void;
  /** Buttons. */
  children: ComponentChildren;
};

/** A draft, scheduled message or reminder: destination, time, and the beginning of the text. */
export function LaterRow({ target, time, text, html, problem, onOpen, onDelete, children }: LaterRowProps) {
  const { live } = useClient();
  const clock = getClock(live);
  return (
    <li class="later-row">
      <button
        type="button"
        class="later-row-main"
        onClick={onOpen}
        onKeyDown={({ key }) => key === 'Backspace' && onDelete?.()}
      >
        <span class="later-head">
          <Where target={target} />
          <time class="later-time numeric" title={getFullTime(time, clock)}>
            {getDayAndTime(time, serverSeconds(live), clock)}
          </time>
        </span>
        <LaterText text={text} html={html} />
        {problem !== undefined && <span class="later-problem">{problem}</span>}
      </button>
      <span class="later-actions">{children}</span>
    </li>
  );
}

function Where({ target }: { target: Target }) {
  const { live } = useClient();
  if (target.kind === 'direct') {
    return (
      <span class="later-where">
        <PersonPicture userIds={target.userIds} size={20} />
        <span class="later-name one-line" dir="auto">
          {withEmoji(directName(live, target.userIds))}
        </span>
      </span>
    );
  }
  const { channelId, topic } = target;
  if (channelId === undefined) return <span class="later-where later-nowhere">{t('later.nowhere')}</span>;
  return (
    <span class="later-where">
      <span class="later-bar" style={{ background: channelColor(live, channelId) }} />
      <span class="later-name one-line" dir="auto">
        <span class="later-channel">{withEmoji(channelName(live, channelId))} › </span>
        {withEmoji(topicName(live, topic).name)}
      </span>
    </span>
  );
}
