import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { targetKey, type Target } from '../../store/writing/drafts.ts';
import {
  isConversation,
  narrowKey,
  type Destination as Place,
  type Narrow,
} from '../../store/narrow/narrow.ts';
import type { OutboxItem } from '../../store/writing/outbox.ts';
import { t } from '../../view/text/text.ts';
import { isSamePlace } from '../../store/writing/uploads.ts';
import { needsTopic } from '../../view/compose/writing-rights.ts';
import { useClient } from '../page/client.tsx';
import { useCommands, isMac } from '../page/keyboard.ts';
import { releaseKeys } from '../page/typed-ahead.ts';
import { Cautions } from './cautions.tsx';
import { Destination } from './destination.tsx';
import { pasteFiles } from './pasting/paste.ts';
import { usePublicQuestion } from './public-question.tsx';
import { SendButtons } from './send-buttons.tsx';
import { useCollapse } from './state/collapse.ts';
import { focusPlace, nearLimit, roomLeft, sendDraft } from './state/send.ts';
import { getFiles, getWish, openKey, setWish } from './state/send-after-uploads.ts';
import { afterSending } from './state/sent-elsewhere.ts';
import { mayBeCommand, runWritten, commandResponse } from './state/slash-commands.ts';
import {
  aim,
  begun,
  drafts,
  focusTaken,
  focusWanted,
  isElsewhere,
  isOwnPlace,
  target,
  getTarget,
} from './state/state.ts';
import { attach, uploads } from './state/uploads.ts';
import { getDestination } from './state/written.ts';
import { VoiceTool } from './voice/voice-tool.tsx';
import { UrgentOffer } from './urgent-offer.tsx';
import { WritingBox } from './writing/writing-box.tsx';
import { newMessage } from './state/edited-text.ts';
import { X } from 'lucide-preact';
import { IconButton } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { RenderedContent } from '../parts/content/rendered-content.tsx';
import { preference } from '../../view/preferences/preferences.ts';
import { keyLabel } from '../../view/text/keys.ts';
import { explained } from './state/enter-hint.ts';
import './command-response.css';

type Props = {
  to: Target;
  narrow: Narrow;
  /** Why the person may not write there. */
  objection: string | undefined;
};

/**
 * The destination, the message and the buttons. The card stays mounted while the person goes from one conversation to
 * another; its fields are replaced.
 */
export function ComposeCard({ to, narrow, objection }: Props) {
  const client = useClient();
  const here = narrowKey(narrow);
  const written = newMessage(to);
  const text = written.read();
  const files = uploads.items.value.filter((item) => isSamePlace(item.target, to));
  const area = useRef<HTMLTextAreaElement>(null);
  const [previewed, setPreviewed] = useState<string>();
  const isPreview = previewed === here;
  const setPreview = (isOn: boolean) => setPreviewed(isOn ? here : undefined);
  const left = roomLeft(client.live, text);
  const isWritten = text.trim() !== '';
  const lacksTopic = isWritten && needsTopic(client.live, to);
  const why = objection ?? (lacksTopic ? t('compose.needsTopic') : undefined);
  const isAway = isConversation(narrow) && aim.value !== undefined;
  const isReady = left >= 0 && isWritten && why === undefined;
  const isEmpty = text === '' && files.length === 0 && !isPreview;
  const collapse = useCollapse(here, isOwnPlace(narrow, to) && isEmpty);
  const send = useSend(to, isReady, (item) => {
    setPreview(false);
    afterSending(client, narrow, item);
    if (!isElsewhere.peek()) area.current?.focus();
  });
  const { ask, question } = usePublicQuestion(to, narrow);
  const sendNow = () => (send.isPossible ? ask(send.now) : send.now());
  useFocus(to, area);
  useCommands({ back: () => leave(narrow) });
  return (
    <div
      class={`compose-card${collapse.isCollapsed ? ' compose-collapsed' : ''}${isAway ? ' compose-away' : ''}`}
      ref={collapse.card}
      onFocusIn={collapse.onFocusIn}
      onFocusOut={collapse.onFocusOut}
      onPaste={(event) => pasteFiles(event, (chosen) => attach(client.live, written.place, chosen))}
    >
      <CommandResponse to={to} />
      {!collapse.isCollapsed && <Destination key={here} to={to} narrow={narrow} />}
      <WritingBox
        written={written}
        label={t('compose.region')}
        area={area}
        fieldKey={here}
        files={files}
        isPreview={isPreview}
        onPreview={setPreview}
        isCollapsed={collapse.isCollapsed}
        tool={
          <VoiceTool to={to} mayBegin={objection === undefined && !needsTopic(client.live, to)} ask={ask} />
        }
        onSend={() => (lacksTopic ? focusPlace(to) : sendNow())}
      >
        {!collapse.isCollapsed && (
          <SendButtons
            to={to}
            canSend={send.isPossible}
            isWaiting={send.isWaiting}
            ask={ask}
            onSend={sendNow}
          />
        )}
      </WritingBox>
      <Cautions to={to} text={text} />
      <UrgentOffer narrow={narrow} />
      {question}
      <EnterHint to={to} />
      <Notes why={why} left={left} isWaiting={send.isWaiting} />
    </div>
  );
}

type NotesProps = { why: string | undefined; left: number; isWaiting: boolean };

/** Why the message cannot be sent, how many characters are left, and that sending waits for uploads. */
const Notes = ({ why, left, isWaiting }: NotesProps) => (
  <>
    {why !== undefined && <p class="compose-room compose-excess">{why}</p>}
    {left < nearLimit && <Room left={left} />}
    {isWaiting && (
      <p class="compose-room" role="status">
        {t('uploads.sendsAfter')}
      </p>
    )}
  </>
);

function Room({ left }: { left: number }) {
  return (
    <p
      class={left < 0 ? 'compose-room compose-excess' : 'compose-room'}
      role={left < 0 ? 'status' : undefined}
    >
      {left < 0 ? t('compose.tooLong', { count: -left }) : t('compose.left', { count: left })}
    </p>
  );
}

/** Sending waits for uploads in progress. If one fails meanwhile, the message is not sent until the person sends again. */
function useSend(to: Target, hasText: boolean, onSent: (item: OutboxItem) => void) {
  const client = useClient();
  const key = targetKey(to);
  const wanted = getWish(to);
  const { isBusy, failures } = getFiles(to);
  const isPossible = hasText || isBusy;
  const isStill = wanted !== undefined && failures <= wanted.failures;
  const isWaiting = isStill && isBusy;
  const running = useRef<string>();
  const sendMessage = () => {
    const item = sendDraft(client, to);
    if (item === undefined) focusPlace(to);
    else onSent(item);
  };
  const runCommand = async (place: Place, text: string) => {
    // Enter again before it has finished must not run it twice.
    const command = `${key} ${text}`;
    if (running.current === command) return;
    running.current = command;
    const wasCommand = await runWritten(client, to, place).finally(() => {
      if (running.current === command) running.current = undefined;
    });
    if (!wasCommand && drafts.getText(to).trim() !== '') sendMessage();
  };
  const send = () => {
    const place = getDestination(to);
    const text = drafts.getText(to);
    if (place === undefined || !mayBeCommand(text)) sendMessage();
    else void runCommand(place, text);
  };
  useLayoutEffect(() => {
    openKey.value = key;
    return () => {
      openKey.value = undefined;
    };
  }, [key]);
  useEffect(() => {
    if (wanted === undefined || isWaiting) return;
    setWish(to, undefined);
    if (isStill && hasText) send();
  }, [wanted, isWaiting]);
  const now = () => {
    if (isBusy) setWish(to, { client, failures });
    else if (hasText) send();
  };
  return { isPossible, isWaiting, now };
}

/** Escape leaves the text field and returns to the conversation on the screen; the text stays as a draft. */
function leave(narrow: Narrow): boolean {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused.closest('.compose-card') === null) return false;
  focused.blur();
  target.value = getTarget(narrow);
  return true;
}

/** Takes the focus once for each request, in the card that is mounted by then. */
function useFocus(to: Target, area: { current: HTMLTextAreaElement | null }): void {
  const wanted = focusWanted.value;
  useEffect(() => {
    if (wanted.count === focusTaken.count) return;
    focusTaken.count = wanted.count;
    if (wanted.on === 'text' || !focusPlace(to)) area.current?.focus();
    if (begun.caret !== undefined && area.current !== null) {
      area.current.setSelectionRange(...begun.caret);
      area.current.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
    begun.caret = undefined;
    releaseKeys();
  }, [wanted]);
}

/** The private response of a slash command, until it is closed or another command is used. */
function CommandResponse({ to }: { to: Target }) {
  const current = commandResponse.value;
  if (current?.key !== targetKey(to)) return null;
  const { command, shown } = current;
  return (
    <div class="command-response" role="status">
      <p class="command-response-head">
        {shown ? t('compose.commandAnswer', { command }) : t('compose.commandRuns', { command })}
        {shown && (
          <IconButton label={t('common.close')} onClick={() => (commandResponse.value = undefined)}>
            <Icon of={X} size={16} />
          </IconButton>
        )}
      </p>
      {shown && 'reason' in shown && <p class="compose-room compose-excess">{shown.reason}</p>}
      {shown && 'text' in shown && (
        <p class="command-response-text" dir="auto">
          {shown.text}
        </p>
      )}
      {shown && 'html' in shown && <RenderedContent html={shown.html} />}
    </div>
  );
}

/** The keyboards of phones and tablets have an Enter, but no keys to hold meanwhile. */
const hasFinger = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/** What Enter does, in the conversation where it was first pressed. */
function EnterHint({ to }: { to: Target }) {
  const { live } = useClient();
  const isShown = explained.value === targetKey(to);
  const enterSends = preference(live, 'enter_sends') === true;
  // Mounted with the card: screen readers announce only changes in a live region that exists already.
  return (
    <div role="status" class="compose-hint">
      {isShown && (
        <>
          <p>
            {hasFinger()
              ? t('compose.hintEnterTouch', { sends: enterSends ? 'yes' : 'no' })
              : enterSends
                ? t('compose.hintEnterSends')
                : t('compose.hintEnterLine', { key: keyLabel('send', isMac) })}
          </p>
          <IconButton label={t('compose.hintClose')} onClick={() => (explained.value = undefined)}>
            <Icon of={X} />
          </IconButton>
        </>
      )}
    </div>
  );
}
