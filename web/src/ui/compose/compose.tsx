import { useLayoutEffect } from 'preact/hooks';
import { narrowKey, type Narrow } from '../../store/narrow.ts';
import { targetKey, type Target } from '../../store/drafts.ts';
import { t } from '../../view/text.ts';
import { writingObjection } from '../../view/writing-rights.ts';
import { Button } from '../base/button.tsx';
import { useClient } from '../page/client.tsx';
import { useCommands } from '../page/keyboard.ts';
import { keepKeys } from '../page/typed-ahead.ts';
import './compose.css';
import { ComposeCard } from './compose-card.tsx';
import { useFileDrop } from './file-drop.ts';
import { drafts, focusWanted, isFocusComing, isOwnPlace, openCompose, target, targetOf } from './state.ts';
import { attach } from './uploads.ts';
import { useDraftSync, useTypingNotices } from './writing-habits.ts';
import { TypingLine } from './typing-line.tsx';

/** One card at the bottom of the conversation. */
export function Compose({ narrow }: { narrow: Narrow }) {
  const client = useClient();
  const key = narrowKey(narrow);
  useLayoutEffect(() => {
    target.value = targetOf(narrow);
  }, [key]);
  useDraftSync(client);
  useTypingNotices(client);
  useCommands({
    'new-message': () => openByKey({ kind: 'topic', channelId: channelOf(narrow), topic: '' }),
    'new-direct': () => openByKey({ kind: 'direct', userIds: [] }),
  });
  const to = target.value;
  const isDropping = useFileDrop((files) => {
    if (to === undefined) return;
    attach(client.live, to, files);
    focusWanted.value = focusWanted.peek() + 1;
  });
  return (
    <section class="compose" aria-label={t('compose.region')}>
      <div class="frame-column">
        {isDropping && to !== undefined && <p class="compose-drop">{t('uploads.drop')}</p>}
        {to === undefined ? (
          <div class="compose-closed">
            <Button onClick={() => openCompose({ kind: 'topic', channelId: channelOf(narrow), topic: '' })}>
              {t('compose.newTopic')}
            </Button>
            <Button onClick={() => openCompose({ kind: 'direct', userIds: [] })}>
              {t('compose.newDirect')}
            </Button>
          </div>
        ) : (
          <Card to={to} narrow={narrow} />
        )}
        <TypingLine target={to} live={client.live} />
      </div>
    </section>
  );
}

/** Where one may not write there is nothing to write with; what was begun can still be taken elsewhere. */
function Card({ to, narrow }: { to: Target; narrow: Narrow }) {
  const { live } = useClient();
  const objection = writingObjection(live, to);
  const isEmpty = (drafts.all.value.get(targetKey(to))?.text ?? '') === '';
  if (objection !== undefined && isEmpty && isOwnPlace(narrow, to))
    return <p class="compose-objection">{objection}</p>;
  return <ComposeCard to={to} narrow={narrow} objection={objection} />;
}

function openByKey(to: Target): true {
  openCompose(to);
  keepKeys(isFocusComing);
  return true;
}

const channelOf = (narrow: Narrow): number | undefined =>
  'channelId' in narrow ? narrow.channelId : undefined;
