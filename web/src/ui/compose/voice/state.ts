/** The voice message of this page, and what is said about it. */
import { effect, signal } from '@preact/signals';
import { fileLabel } from '../../../../../wire/plain-text/literal.ts';
import { locateConversation } from '../../../actions/messages/locate.ts';
import type { Client } from '../../../connection/client.ts';
import { findNewestIn, narrowKey, showsNew, type Destination } from '../../../store/narrow/narrow.ts';
import type { OutboxHold } from '../../../store/writing/outbox.ts';
import type { TransferEvents } from '../../../store/writing/uploads.ts';
import { EmptyRecordingError, VoiceMessages, type VoiceMessage } from '../../../store/writing/voice.ts';
import { toLength } from '../../../view/sounds/length.ts';
import { toPlainType, voiceName, withLength } from '../../../view/sounds/voice-file.ts';
import { t } from '../../../view/text/text.ts';
import { toast } from '../../kit/toasts/toast.tsx';
import { address } from '../../page/location.ts';
import { stopSounds } from '../../parts/sounds/playback.ts';
import { offerConversation } from '../state/sent-elsewhere.ts';
import { topicFollowers } from '../state/state.ts';
import { loadTransfer, transfer } from '../state/transfer.ts';
import { hasVoice } from './has-voice.ts';
import { findObstacle, openRecorder } from './recorder.ts';

export const voice = new VoiceMessages<Blob, File>({
  open: openRecorder,
  toFile,
  upload,
  onUploaded: (to, url, seconds) => void send(to, url, seconds),
  onRefused: (error) => toast({ text: describeRefusal(error), kind: 'error' }),
  now: () => performance.now(),
});

topicFollowers.push((from, to) => {
  voice.follow(from, to);
  if (place !== undefined && narrowKey(place.to) === narrowKey(from)) place.to = to;
});

/** The place of the voice message among what is sent, while it is uploaded. */
let place: OutboxHold | undefined;

/** What is written to its conversation meanwhile is sent after it. */
function upload(file: File, events: TransferEvents): () => void {
  const to = voice.current.peek()?.to;
  place = to && begun?.client.outbox.hold(to);
  const leavePlace = () => {
    if (place !== undefined) begun?.client.outbox.release(place);
    place = undefined;
  };
  const cancel = transfer(file, {
    ...events,
    onFailed: (reason) => {
      events.onFailed(reason);
      leavePlace();
    },
  });
  return () => {
    cancel();
    leavePlace();
  };
}

/** Requests that the bar takes the focus. */
export const barFocusWanted = signal(0);

/** The client that sends it, and the message by which its conversation is found if it was moved while the page got no events. */
let begun: { client: Client; registration: unknown; beside: number | undefined } | undefined;

/** Begins to record, or goes to the recording that there is. */
export function beginVoice(client: Client, to: Destination): void {
  barFocusWanted.value++;
  if (voice.current.peek() !== undefined) return;
  const obstacle = findObstacle();
  if (obstacle !== undefined) {
    toast({
      text: t(obstacle === 'insecure' ? 'voice.insecure' : 'voice.unsupported'),
      kind: 'error',
    });
    return;
  }
  stopSounds();
  // The connection may be lost by the time when it is sent.
  loadTransfer().catch(() => undefined);
  const state = client.live.peek();
  const beside = to.kind === 'topic' ? findNewestIn(state, to) : undefined;
  begun = { client, registration: client.live.begun.peek(), beside };
  void voice.begin(to, getMost(client));
}

/** Largest file in bytes; 0 if there is no limit. */
const getMost = ({ live }: Client): number =>
  (live.peek().organization.max_file_upload_size_mib ?? 0) * 2 ** 20;

export async function discardVoice(): Promise<void> {
  const message = await voice.discard();
  if (message !== undefined) offerUndo(message);
}

const offerUndo = (message: VoiceMessage<File>): void =>
  void toast({
    text: t('voice.discarded'),
    action: {
      text: t('later.undo'),
      onChoose: () => {
        if (voice.restore(message)) barFocusWanted.value++;
        else {
          toast({ text: t('voice.other'), kind: 'error' });
          offerUndo(message);
        }
      },
    },
  });

/** Beginnings of files are short; the rest of a long recording is not copied. */
const headBytes = 4096;

async function toFile(recorded: Blob, seconds: number): Promise<File> {
  const type = toPlainType(recorded.type);
  const name = voiceName(new Date(), type);
  const head = new Uint8Array(await recorded.slice(0, headBytes).arrayBuffer());
  const longer = type === 'audio/webm' ? withLength(head, seconds) : undefined;
  const parts = longer === undefined ? [recorded] : [longer, recorded.slice(headBytes)];
  return new File(parts, name, { type });
}

/** A message of its own, with a link that every client shows. */
async function send(to: Destination, url: string, seconds: number): Promise<void> {
  if (begun === undefined) return;
  const { client, registration, beside } = begun;
  const hold = place;
  place = undefined;
  const isOld = client.live.begun.peek() !== registration;
  const moved = isOld && beside !== undefined ? await locateConversation(client, to, beside) : undefined;
  const label = fileLabel(t('voice.label', { length: toLength(seconds) }));
  const item = client.outbox.add(moved ?? to, `[${label}](${url})`, client.sync.queueId ?? '', hold);
  const here = address.peek();
  if (here.screen !== 'narrow' || !showsNew(here.narrow, item.to)) offerConversation(client, item);
}

function describeRefusal(error: unknown): string {
  if (error instanceof EmptyRecordingError) return t('voice.empty');
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return t('voice.refused');
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return t('voice.none');
  return t('voice.busy');
}

const askBefore = (event: Event): void => event.preventDefault();

/** The browser asks before it closes a page with a recording that was not sent. */
effect(() => {
  hasVoice.value = voice.current.value !== undefined;
  if (!hasVoice.peek()) window.removeEventListener('beforeunload', askBefore);
  else window.addEventListener('beforeunload', askBefore);
});
