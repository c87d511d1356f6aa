import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { SendHorizontal } from 'lucide-preact';
import { narrowKey, type Narrow } from '../../store/narrow.ts';
import { targetKey, type Target } from '../../store/drafts.ts';
import { preference } from '../../view/preferences.ts';
import { t } from '../../view/text.ts';
import { Button } from '../base/button.tsx';
import { Icon } from '../base/icon.tsx';
import { useClient } from '../page/client.tsx';
import { useCommands } from '../page/keyboard.ts';
import './compose.css';
import { Destination } from './destination.tsx';
import { sendDraft, tooLongBy } from './send.ts';
import { drafts, focusWanted, openCompose, target, targetOf } from './state.ts';
import { TypingLine } from './typing-line.tsx';

/** One card at the bottom of the conversation. */
export function Compose({ narrow }: { narrow: Narrow }) {
  const client = useClient();
  const key = narrowKey(narrow);
  useEffect(() => {
    target.value = targetOf(narrow);
  }, [key]);
  useCommands({
    'new-message': () => open({ kind: 'topic', channelId: channelOf(narrow), topic: '' }),
    'new-direct': () => open({ kind: 'direct', userIds: [] }),
  });
  const to = target.value;
  return (
    <section class="compose" aria-label={t('compose.region')}>
      <div class="frame-column">
        {to === undefined ? (
          <div class="compose-closed">
            <Button onClick={() => open({ kind: 'topic', channelId: channelOf(narrow), topic: '' })}>
              {t('compose.newTopic')}
            </Button>
            <Button onClick={() => open({ kind: 'direct', userIds: [] })}>{t('compose.newDirect')}</Button>
          </div>
        ) : (
          <Card to={to} narrow={narrow} />
        )}
        <TypingLine target={to} live={client.live} />
      </div>
    </section>
  );
}

function open(to: Target): true {
  openCompose(to);
  return true;
}

const channelOf = (narrow: Narrow): number | undefined =>
  'channelId' in narrow ? narrow.channelId : undefined;

function Card({ to, narrow }: { to: Target; narrow: Narrow }) {
  const client = useClient();
  const text = drafts.all.value.get(targetKey(to))?.text ?? '';
  const area = useRef<HTMLTextAreaElement>(null);
  const excess = tooLongBy(client.live, text);
  const enterSends = preference(client.live, 'enter_sends') === true;
  const canSend = text.trim() !== '' && excess <= 0;
  const send = (): boolean => {
    if (!canSend) return false;
    const missing = sendDraft(client, to);
    if (missing !== undefined) document.querySelector<HTMLElement>(`.compose [name=${missing}]`)?.focus();
    else area.current?.focus();
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.key !== 'Enter') return;
    const isModified = event.ctrlKey || event.metaKey;
    if (isModified || (enterSends && !event.shiftKey)) {
      event.preventDefault();
      send();
    }
  };
  useFocus(area);
  useGrowth(area, text);
  useCommands({ back: () => leave(area.current, narrow) });
  return (
    <div class="compose-card">
      <Destination to={to} narrow={narrow} />
      <div class="compose-row">
        <textarea
          class="compose-text"
          ref={area}
          rows={1}
          dir="auto"
          value={text}
          placeholder={t('compose.placeholder')}
          aria-label={t('compose.region')}
          onInput={(event) => drafts.write(to, event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button
          kind={canSend ? 'primary' : 'quiet'}
          disabled={!canSend}
          onClick={() => send()}
          {...(enterSends ? {} : { command: 'send' as const })}
        >
          <span class="visually-hidden">{t('compose.send')}</span>
          <Icon of={SendHorizontal} />
        </Button>
      </div>
      {excess > 0 && (
        <p class="compose-excess" role="status">
          {t('compose.tooLong', { count: excess })}
        </p>
      )}
    </div>
  );
}

/** Escape leaves the text field, and then the message: what was written stays a draft. */
function leave(area: HTMLTextAreaElement | null, narrow: Narrow): boolean {
  if (document.activeElement !== area) return false;
  area?.blur();
  target.value = targetOf(narrow);
  return true;
}

function useFocus(area: { current: HTMLTextAreaElement | null }): void {
  const wanted = focusWanted.value;
  const seen = useRef(0);
  useEffect(() => {
    if (wanted === seen.current) return;
    seen.current = wanted;
    area.current?.focus();
  }, [wanted]);
}

/** As high as its text; the style sheet says how high at most. */
function useGrowth(area: { current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
}
