/**
 * The voice message that is being recorded or sent; there is one at a time.
 *
 *   asking -- microphone given -----------------> recording <--> paused
 *   asking -- refused, discarded ---------------> none
 *   recording, paused -- ended by the person,
 *     at the limit, or without the microphone --> ready, with the file
 *   recording, paused, ready -- send -----------> sending -- uploaded --> none: its message is in the outbox
 *   sending -- failed or cancelled -------------> ready
 *   any -- discard -----------------------------> none; what was recorded can be restored as ready
 *
 * In every way out of recording the microphone is released. The destination is that of the beginning, wherever the person
 * goes meanwhile; it follows a topic that is renamed or moved.
 */
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { narrowKey, type Destination } from '../narrow/narrow.ts';
import type { TransferEvents } from './uploads.ts';

export type Recorder<Bytes> = {
  pause: () => void;
  resume: () => void;
  /** Ends the recording, and releases the microphone. */
  finish: () => Promise<Bytes>;
};

export type RecorderEvents = {
  /** How loud it is, from 0 to 1; ten times a second while it records. */
  onLevel: (level: number) => void;
  /** How large the recording is. */
  onBytes: (total: number) => void;
  /** The microphone is gone, or the browser cannot go on. */
  onCut: () => void;
};

/** Why a recording has ended although the person has not ended it. */
export type Ending = 'full' | 'cut';

export type VoiceMessage<File> = {
  readonly to: Destination;
  readonly phase: 'asking' | 'recording' | 'paused' | 'ending' | 'ready' | 'sending';
  /** How loud it was so far, ten times a second. */
  readonly levels: readonly number[];
  readonly endedBy?: Ending;
  /** Once it is complete. */
  readonly file?: File;
  /** Length of the complete recording. */
  readonly seconds?: number;
  /** Bytes that have arrived. */
  readonly sent?: number;
  /** The connection is lost; sending continues automatically. */
  readonly isWaiting?: boolean;
  /** Why it could not be sent. */
  readonly failure?: string;
};

export type VoiceOptions<Bytes, File> = {
  /** Asks for the microphone and begins. */
  open: (events: RecorderEvents) => Promise<Recorder<Bytes>>;
  toFile: (bytes: Bytes, seconds: number) => Promise<File>;
  /** The returned function cancels it. */
  upload: (file: File, events: TransferEvents) => () => void;
  onUploaded: (to: Destination, url: string, seconds: number) => void;
  /** There is no recording: the microphone was refused, or nothing came from it. */
  onRefused: (error: unknown) => void;
  /** Milliseconds, of a clock that only goes forward. */
  now: () => number;
};

/** Nothing was recorded. */
export class EmptyRecordingError extends Error {}

type Sized = { readonly size: number };

/** The pieces of a recording that may still come when it has to end. */
const piecesToCome = 3;

export class VoiceMessages<Bytes extends Sized, File extends Sized> {
  readonly current: ReadonlySignal<VoiceMessage<File> | undefined>;
  /** Seconds that were recorded, without pauses. */
  readonly elapsed: ReadonlySignal<number>;
  /** Seconds until the file is full, at the rate so far; undefined if nothing limits it. */
  readonly left: ReadonlySignal<number | undefined>;
  readonly #current: Signal<VoiceMessage<File> | undefined>;
  readonly #elapsed = signal(0);
  readonly #left = signal<number | undefined>(undefined);
  readonly #options: VoiceOptions<Bytes, File>;
  #take: Take<Bytes> | undefined;
  #cancelUpload: (() => void) | undefined;

  constructor(options: VoiceOptions<Bytes, File>) {
    this.#options = options;
    this.#current = signal<VoiceMessage<File> | undefined>(undefined);
    this.current = this.#current;
    this.elapsed = this.#elapsed;
    this.left = this.#left;
  }

  /**
   * Does nothing if there is one already.
   * @param most bytes of a file; 0 if nothing limits it
   */
  async begin(to: Destination, most: number): Promise<void> {
    if (this.#current.peek() !== undefined) return;
    const take = new Take<Bytes>(this.#options.now, most);
    const isCurrent = () => this.#take === take;
    this.#take = take;
    this.#elapsed.value = 0;
    this.#left.value = undefined;
    this.#current.value = { to, phase: 'asking', levels: take.levels };
    try {
      const recorder = await this.#options.open({
        onLevel: (level) => isCurrent() && this.#addLevel(take, level),
        onBytes: (total) => isCurrent() && this.#addBytes(take, total),
        onCut: () => isCurrent() && void this.#end('cut'),
      });
      // Discarded while the browser asked for permission.
      if (!isCurrent()) return void (await recorder.finish());
      take.begin(recorder);
      this.#change({ phase: 'recording' });
    } catch (error) {
      if (!isCurrent()) return;
      this.#leave();
      this.#options.onRefused(error);
    }
  }

  pause(): void {
    if (this.#phase !== 'recording') return;
    this.#take?.pause();
    this.#change({ phase: 'paused' });
  }

  resume(): void {
    if (this.#phase !== 'paused') return;
    this.#take?.resume();
    this.#change({ phase: 'recording' });
  }

  /** Ends it, to listen to it before it is sent. */
  async finish(): Promise<void> {
    await this.#end();
  }

  async send(): Promise<void> {
    const message = await this.#end();
    if (message?.phase !== 'ready') return;
    const { file, seconds = 0 } = message;
    if (file === undefined) return;
    const { failure: _failure, ...rest } = message;
    this.#current.value = { ...rest, phase: 'sending', sent: 0 };
    const isSending = () => this.#phase === 'sending' && this.#current.peek()?.file === file;
    const fail = (failure: string) => isSending() && this.#change({ phase: 'ready', failure });
    this.#cancelUpload = this.#options.upload(file, {
      onProgress: (sent) => isSending() && this.#change({ sent, isWaiting: false }),
      onCut: () => isSending() && this.#change({ isWaiting: true }),
      onFailed: fail,
      onDone: ({ url }) => {
        if (!isSending()) return;
        // The destination may have been moved since it was sent.
        const to = this.#current.peek()?.to ?? message.to;
        this.#leave();
        this.#options.onUploaded(to, url, seconds);
      },
    });
  }

  /** Stops sending, and goes back to what was recorded. */
  cancelSending(): void {
    if (this.#phase !== 'sending') return;
    this.#change({ phase: 'ready', isWaiting: false });
    this.#cancelUpload?.();
  }

  /** @returns what was recorded, for `restore`; undefined if it was nothing */
  async discard(): Promise<VoiceMessage<File> | undefined> {
    this.cancelSending();
    if (this.#phase === 'asking') this.#leave();
    const message = await this.#end();
    if (message === undefined || this.#current.peek() !== message) return undefined;
    this.#leave();
    return message;
  }

  /** @returns false if there is another one by now */
  restore(message: VoiceMessage<File>): boolean {
    if (this.#current.peek() !== undefined) return false;
    this.#elapsed.value = message.seconds ?? 0;
    this.#current.value = message;
    return true;
  }

  /** The topic that it is for was renamed or moved. */
  follow(from: Destination, to: Destination): void {
    const message = this.#current.peek();
    if (message !== undefined && narrowKey(message.to) === narrowKey(from)) this.#change({ to });
  }

  get #phase(): VoiceMessage<File>['phase'] | undefined {
    return this.#current.peek()?.phase;
  }

  #addLevel(take: Take<Bytes>, level: number): void {
    if (this.#phase !== 'recording') return;
    take.levels.push(level);
    this.#elapsed.value = take.seconds;
  }

  #addBytes(take: Take<Bytes>, total: number): void {
    if (this.#phase !== 'recording' && this.#phase !== 'paused') return;
    const room = take.measure(total);
    if (room === undefined) return;
    this.#left.value = room;
    if (room <= 0) void this.#end('full');
  }

  /** @returns the complete recording; undefined if there is none, or if it is being ended already */
  async #end(endedBy?: Ending): Promise<VoiceMessage<File> | undefined> {
    const before = this.#current.peek();
    if (before?.phase === 'ready') return before;
    const take = this.#take;
    if (take === undefined || (before?.phase !== 'recording' && before?.phase !== 'paused')) return undefined;
    take.pause();
    const { seconds } = take;
    this.#elapsed.value = seconds;
    this.#change({ phase: 'ending', ...(endedBy && { endedBy }) });
    try {
      const bytes = await take.finish();
      if (bytes.size === 0) throw new EmptyRecordingError();
      const file = await this.#options.toFile(bytes, seconds);
      this.#take = undefined;
      this.#change({ phase: 'ready', file, seconds });
    } catch (error) {
      this.#leave();
      this.#options.onRefused(error);
    }
    return this.#current.peek();
  }

  #change(to: Partial<VoiceMessage<File>>): void {
    const message = this.#current.peek();
    if (message !== undefined) this.#current.value = { ...message, ...to };
  }

  #leave(): void {
    this.#take = undefined;
    this.#current.value = undefined;
  }
}

/** One recording: how long it is, how loud it was, and how much room is left. */
class Take<Bytes> {
  readonly levels: number[] = [];
  readonly #now: () => number;
  readonly #most: number;
  #recorder: Recorder<Bytes> | undefined;
  #before = 0;
  /** When it was begun or continued; undefined while it is paused. */
  #since: number | undefined;
  #total = 0;
  #largestPiece = 0;

  constructor(now: () => number, most: number) {
    this.#now = now;
    this.#most = most;
  }

  get seconds(): number {
    const running = this.#since === undefined ? 0 : this.#now() - this.#since;
    return (this.#before + running) / 1000;
  }

  begin(recorder: Recorder<Bytes>): void {
    this.#recorder = recorder;
    this.#since = this.#now();
  }

  pause(): void {
    if (this.#since === undefined) return;
    this.#before += this.#now() - this.#since;
    this.#since = undefined;
    this.#recorder?.pause();
  }

  resume(): void {
    this.#recorder?.resume();
    this.#since = this.#now();
  }

  async finish(): Promise<Bytes> {
    if (this.#recorder === undefined) throw new EmptyRecordingError();
    return this.#recorder.finish();
  }

  /** @returns how many seconds more fit into a file */
  measure(total: number): number | undefined {
    if (this.#most === 0) return undefined;
    this.#largestPiece = Math.max(this.#largestPiece, total - this.#total);
    this.#total = total;
    const room = this.#most - total - piecesToCome * this.#largestPiece;
    return room <= 0 || total === 0 ? Math.min(0, room) : (room / total) * this.seconds;
  }
}
