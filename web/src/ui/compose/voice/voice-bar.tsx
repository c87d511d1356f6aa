import { Mic, Pause, SendHorizontal, Square, Trash2 } from 'lucide-preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { VoiceMessage } from '../../../store/writing/voice.ts';
import { narrowName } from '../../../view/narrow/names.ts';
import { toLength } from '../../../view/sounds/length.ts';
import { toPeaks } from '../../../view/sounds/peaks.ts';
import { isolate, t } from '../../../view/text/text.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { useClient } from '../../page/client.tsx';
import { useCommands } from '../../page/keyboard.ts';
import { focusList } from '../../page/focus.ts';
import { getHref } from '../../page/location.ts';
import { bars } from '../../parts/sounds/peaks.ts';
import { SoundPlayer } from '../../parts/sounds/sound-player.tsx';
import { Waveform } from '../../parts/sounds/waveform.tsx';
import { isOpenHere, wantFocus } from '../state/state.ts';
import { barFocusWanted, discardVoice, voice } from './state.ts';
import './voice-bar.css';

export { beginVoice } from './state.ts';

type Message = VoiceMessage<File>;

/** The voice message that is recorded or sent, below whatever is shown; it names the conversation that it is for. */
export function VoiceBar() {
  const message = voice.current.value;
  return message === undefined ? null : <Bar message={message} />;
}

function Bar({ message }: { message: Message }) {
  const { live } = useClient();
  const { to, phase } = message;
  const ref = useRef<HTMLElement>(null);
  const name = narrowName(live, to);
  useFocus(ref, phase);
  useCommands({
    record: () => {
      if (phase === 'recording') voice.pause();
      else if (phase === 'paused') voice.resume();
      return true;
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') void discardVoice();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void voice.send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section
      class="voice-bar"
      aria-label={t('voice.region', { name: isolate(name) })}
      ref={ref}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div class="frame-column">
        <p class="voice-to">
          <Icon of={Mic} />
          <a class="one-line" href={getHref({ screen: 'narrow', narrow: to })}>
            {t('voice.region', { name: isolate(name) })}
          </a>
        </p>
        <div class="voice-row">
          <Discard phase={phase} />
          <Content message={message} />
          <Controls phase={phase} hasFailed={message.failure !== undefined} />
        </div>
        <p class="voice-note" role="status">
          {getNote(message, live.peek().organization.max_file_upload_size_mib)}
        </p>
        {message.failure !== undefined && (
          <p class="voice-note voice-failed" role="alert">
            {t('voice.failed', { reason: message.failure })}
          </p>
        )}
      </div>
    </section>
  );
}

/** Takes the focus when it begins, when it is asked for, and when the button that had it is gone; gives it back at the end. */
function useFocus(bar: { current: HTMLElement | null }, phase: Message['phase']): void {
  const wanted = barFocusWanted.value;
  const holdsFocus = () => bar.current?.contains(document.activeElement) === true;
  const hadFocus = useRef(false);
  hadFocus.current = holdsFocus();
  useEffect(() => {
    focusMain(bar.current);
  }, [wanted]);
  // At once: at the next change it would not be known any more.
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === bar.current;
    if (hadFocus.current && isLost) focusMain(bar.current);
  }, [phase]);
  // Before the bar is taken out of the page.
  useLayoutEffect(
    () => () => {
      if (!holdsFocus()) return;
      if (isOpenHere.peek()) wantFocus();
      else focusList();
    },
    [],
  );
}

const focusMain = (bar: HTMLElement | null): void =>
  (bar?.querySelector<HTMLElement>('[data-main]:not(:disabled)') ?? bar)?.focus();

/** What is shown and read out in words. */
function getNote({ phase, endedBy, isWaiting }: Message, most: number | undefined): string {
  if (phase === 'asking') return t('voice.asking');
  if (phase === 'recording') return t('voice.recording');
  if (phase === 'paused') return t('voice.paused');
  if (phase === 'sending') return t(isWaiting === true ? 'voice.waiting' : 'voice.sending');
  if (endedBy === 'cut') return t('voice.cut');
  return endedBy === 'full' ? t('voice.full', { most: String(most ?? 0) }) : '';
}

function Discard({ phase }: { phase: Message['phase'] }) {
  const isSending = phase === 'sending';
  return (
    <IconButton
      label={t(isSending || phase === 'asking' ? 'common.cancel' : 'common.discard')}
      disabled={phase === 'ending'}
      onClick={() => (isSending ? voice.cancelSending() : void discardVoice())}
    >
      <Icon of={Trash2} />
    </IconButton>
  );
}

function Content({ message }: { message: Message }) {
  const { phase, file } = message;
  if (phase === 'sending') return <Progress message={message} />;
  if (phase === 'ready' && file !== undefined) return <Listen message={message} file={file} />;
  return <Level levels={message.levels} isOn={phase === 'recording'} />;
}

function Progress({ message: { file, sent = 0 } }: { message: Message }) {
  return (
    <progress
      class="voice-progress"
      max={Math.max(1, file?.size ?? 1)}
      value={sent}
      aria-label={t('voice.sending')}
    />
  );
}

function Listen({ message: { levels, seconds = 0 }, file }: { message: Message; file: File }) {
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  const shape = useMemo(() => ({ peaks: toPeaks(levels, bars), seconds }), [levels, seconds]);
  return <SoundPlayer url={url} name={t('voice.listen')} shape={shape} />;
}

/** From here on, the room that is left is shown. */
const nearEndSeconds = 60;

/** The last seconds of the level, and how long the recording is. */
function Level({ levels, isOn }: { levels: readonly number[]; isOn: boolean }) {
  const elapsed = voice.elapsed.value;
  const left = voice.left.value;
  // As loudness is felt: speech rarely comes near the limit.
  const latest = levels.slice(-bars).map(Math.sqrt);
  const shown = [...Array.from({ length: bars - latest.length }, () => 0), ...latest];
  return (
    <>
      <span class={`voice-dot${isOn ? ' voice-dot-on' : ''}`} />
      <span class="voice-level">
        <Waveform peaks={shown} played={isOn ? 1 : 0} />
      </span>
      <span class="voice-time" role="timer">
        {toLength(elapsed)}
      </span>
      {left !== undefined && left < nearEndSeconds && (
        <span class="voice-left">{t('voice.left', { length: toLength(left) })}</span>
      )}
    </>
  );
}

function Controls({ phase, hasFailed }: { phase: Message['phase']; hasFailed: boolean }) {
  const isOpen = phase === 'recording' || phase === 'paused';
  const isPaused = phase === 'paused';
  return (
    <div class="voice-controls">
      {isOpen && (
        <>
          <IconButton
            data-main
            label={t(isPaused ? 'voice.continue' : 'voice.pause')}
            command="record"
            onClick={() => (isPaused ? voice.resume() : voice.pause())}
          >
            <Icon of={isPaused ? Mic : Pause} />
          </IconButton>
          <IconButton label={t('voice.finish')} onClick={() => void voice.finish()}>
            <Icon of={Square} />
          </IconButton>
        </>
      )}
      {(isOpen || phase === 'ready') && (
        <Button kind="primary" data-main={phase === 'ready' || undefined} onClick={() => void voice.send()}>
          {hasFailed ? t('common.retry') : <SendLabel />}
        </Button>
      )}
    </div>
  );
}

const SendLabel = () => (
  <>
    <span class="visually-hidden">{t('compose.send')}</span>
    <Icon of={SendHorizontal} />
  </>
);
