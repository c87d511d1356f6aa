import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { narrowKey, type Narrow } from '../../store/narrow/narrow.ts';
import { targetKey, type Target } from '../../store/writing/drafts.ts';
import { splitFiles } from '../../store/writing/attached.ts';
import { withBody } from './state/edited-text.ts';
import { t } from '../../view/text/text.ts';
import { mayBeginTopics, writingObjection } from '../../view/compose/writing-rights.ts';
import { Button } from '../kit/button.tsx';
import { useClient } from '../page/client.tsx';
import { useCommands } from '../page/keyboard.ts';
import { latePart } from '../kit/toasts/late.tsx';
import { keepKeys } from '../page/typed-ahead.ts';
import { useKnownTopics } from '../parts/topics/use-topics.ts';
import { goToWritten } from './state/written.ts';
import {
  beginAt,
  beginElsewhere,
  drafts,
  elsewhere,
  enterPlace,
  isElsewhere,
  isFocusComing,
  isOnPage,
  isOwnPlace,
  leavePlace,
  target,
  begun,
  wantFocus,
} from './state/state.ts';
import { isPhone } from '../page/layout.ts';
import { typingKey } from '../../store/index.ts';
import type { Live } from '../../store/live.ts';
import type { Typists } from '../../store/messages/typing.ts';
import { personName } from '../../view/narrow/names.ts';
import { withEmoji } from '../kit/emoji-text.tsx';
import { useTypists } from '../parts/people/use-typists.ts';
import './compose.css';
import './typing-line.css';

const ComposeCard = latePart(() => import('./compose-card.tsx').then((m) => m.ComposeCard), {
  Waiting: CardToBe,
});
/** If it cannot be loaded, the rest of the page works without it. */
const BesideWriting = latePart(() => import('./beside-writing.tsx').then((m) => m.BesideWriting), {
  Failed: () => null,
});

/** The compose card at the bottom of a conversation. */
export function Compose({ narrow }: { narrow: Narrow }) {
  const { live } = useClient();
  const key = narrowKey(narrow);
  const newTopic: Target = { kind: 'topic', channelId: getChannel(narrow), topic: '' };
  useLayoutEffect(() => {
    enterPlace(narrow);
    return leavePlace;
  }, [key]);
  useCommands({
    'new-message': () => openByKey(narrow, newTopic),
    'new-direct': () => openByKey(narrow, newDirect),
  });
  const to = target.value;
  return (
    <section class="compose" aria-label={t('compose.region')}>
      <div class="frame-column">
        <BesideWriting to={to} />
        {to === undefined ? (
          <div class="compose-closed">
            <Button onClick={() => beginAt(narrow, newTopic)}>{t('compose.newTopic')}</Button>
            <Button onClick={() => beginAt(narrow, newDirect)}>{t('compose.newDirect')}</Button>
          </div>
        ) : (
          <Card to={to} narrow={narrow} />
        )}
        <TypingLine target={to} live={live} />
      </div>
    </section>
  );
}

/** Shown where the person may not write. A draft can still be moved to another conversation. */
function Card({ to, narrow }: { to: Target; narrow: Narrow }) {
  const { live } = useClient();
  const wanted = to.kind === 'topic' && !mayBeginTopics(live, to.channelId) ? to.channelId : undefined;
  const objection = writingObjection(live, to, useKnownTopics(wanted));
  const isEmpty = (drafts.all.value.get(targetKey(to))?.text ?? '') === '';
  if (objection !== undefined && isEmpty && isOwnPlace(narrow, to))
    return <p class="compose-objection">{objection}</p>;
  return <ComposeCard to={to} narrow={narrow} objection={objection} />;
}

/**
 * Compose on screens without messages, such as the inbox.
 * @param isFree whether such a screen is shown
 */
export function ComposeElsewhere({ isFree }: { isFree: boolean }) {
  const isOpen = isElsewhere.value && isFree;
  const to = target.value;
  useEffect(() => {
    if (!isFree || target.peek() === undefined) isElsewhere.value = false;
  }, [isFree, isOpen, to]);
  useCommands({
    'new-message': () => !isOnPage() && begin({ kind: 'topic', channelId: undefined, topic: '' }),
    'new-direct': () => !isOnPage() && begin(newDirect),
    'go-to-written': goToWritten,
  });
  return isOpen ? <Compose narrow={elsewhere} /> : null;
}

function begin(to: Target): true {
  beginElsewhere(to);
  keepKeys(isFocusComing);
  return true;
}

const newDirect: Target = { kind: 'direct', userIds: [] };

function openByKey(narrow: Narrow, to: Target): true {
  beginAt(narrow, to);
  keepKeys(isFocusComing);
  return true;
}

const getChannel = (narrow: Narrow): number | undefined =>
  'channelId' in narrow ? narrow.channelId : undefined;

/** Stands in for the card until it is loaded, with the same height. Text typed into it is taken over by the card. */
function CardToBe({ to }: { to: Target }) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(
    () => () => {
      const field = area.current;
      if (field === null || field !== document.activeElement) return;
      begun.caret = [field.selectionStart, field.selectionEnd];
      wantFocus();
    },
    [],
  );
  return (
    <div class={isPhone.value ? 'compose-card compose-collapsed' : 'compose-card compose-to-be'}>
      <textarea
        class="compose-text"
        ref={area}
        rows={1}
        value={splitFiles(drafts.all.value.get(targetKey(to))?.text ?? '').body}
        placeholder={t('compose.placeholder')}
        aria-label={t('compose.region')}
        onInput={(event) => drafts.write(to, withBody(drafts.getText(to), event.currentTarget.value))}
      />
    </div>
  );
}

/** Who is typing here; takes the same space when nobody is. */
function TypingLine({ target, live }: { target: Target | undefined; live: Live }) {
  const ids = useTypists(live, target && findTypists(live, target));
  return (
    <p class="typing-line" aria-live="off">
      {ids.length > 0 &&
        withEmoji(t('messages.typing', { count: ids.length, name: personName(live, ids[0]!) }))}
    </p>
  );
}

function findTypists(live: Live, target: Target): Typists | undefined {
  const { conversations } = live.get('typing');
  if (target.kind === 'direct') {
    return conversations.get(typingKey({ userIds: target.userIds, ownId: live.peek().own.user_id }));
  }
  if (target.channelId === undefined) return undefined;
  return conversations.get(typingKey({ channelId: target.channelId, topic: target.topic }));
}
