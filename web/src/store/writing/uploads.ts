/** Uploads in progress, each for the text where it was attached. */
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { targetKey, type Target } from './drafts.ts';

/** What it is attached to: a text that is to be sent, or a message that is being changed. */
export type UploadPlace = Target | { kind: 'edit'; messageId: number };

const getKey = (place: UploadPlace): string =>
  place.kind === 'edit' ? `edit:${place.messageId}` : targetKey(place);

export const isSamePlace = (a: UploadPlace, b: UploadPlace): boolean => getKey(a) === getKey(b);

export type Upload = {
  readonly id: string;
  readonly target: UploadPlace;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly sent: number;
  /** `waiting`: the connection is gone; it recovers automatically. */
  readonly state: 'sending' | 'waiting' | 'failed';
  readonly reason?: string;
};

export type TransferEvents = {
  onProgress: (sent: number) => void;
  onCut: () => void;
  onDone: (file: { url: string; filename: string }) => void;
  onFailed: (reason: string) => void;
};

export type UploadsOptions<File> = {
  /** Starts sending; the returned function cancels it and deletes the part on the server. */
  begin: (file: File, events: TransferEvents) => () => void;
  /** Why a file cannot be sent at all. */
  objection: (file: File) => string | undefined;
  onDone: (target: UploadPlace, link: string) => void;
};

type NamedBlob = { readonly name: string; readonly size: number };

export class Uploads<File extends NamedBlob> {
  readonly items: ReadonlySignal<readonly Upload[]>;
  readonly #items: Signal<readonly Upload[]>;
  readonly #options: UploadsOptions<File>;
  readonly #ends = new Map<string, () => void>();
  #count = 0;

  constructor(options: UploadsOptions<File>) {
    this.#options = options;
    this.#items = signal<readonly Upload[]>([]);
    this.items = this.#items;
  }

  add(target: UploadPlace, file: File): void {
    const { begin, objection, onDone } = this.#options;
    const id = String(++this.#count);
    const { name, size } = file;
    const reason = objection(file);
    const item: Upload = { id, target, name, size, sent: 0, state: 'sending' };
    this.#items.value = [
      ...this.#items.peek(),
      reason === undefined ? item : { ...item, state: 'failed', reason },
    ];
    if (reason !== undefined) return;
    const end = begin(file, {
      onProgress: (sent) => this.#change(id, { sent, state: 'sending' }),
      onCut: () => this.#change(id, { state: 'waiting' }),
      onFailed: (why) => this.#change(id, { state: 'failed', reason: why }),
      onDone: ({ url, filename }) => {
        const place = this.#find(id)?.target;
        this.#drop(id);
        if (place !== undefined) onDone(place, linkTo(filename, url));
      },
    });
    this.#ends.set(id, end);
  }

  /** Ends it if it is on its way; nothing is left of it. */
  remove(id: string): void {
    if (this.#find(id)?.state !== 'failed') this.#ends.get(id)?.();
    this.#drop(id);
  }

  /** With the text that they were for. */
  removeFrom(place: UploadPlace): void {
    for (const { id } of this.#at(place)) this.remove(id);
  }

  isBusy(place: UploadPlace): boolean {
    return this.#at(place).some(({ state }) => state !== 'failed');
  }

  /** Once none is on its way to there any more. @returns false as soon as one of them fails */
  arrived(place: UploadPlace): Promise<boolean> {
    const failed = () => this.#at(place).filter(({ state }) => state === 'failed').length;
    const before = failed();
    return new Promise((resolve) => {
      const end = this.#items.subscribe(() => {
        const isFailed = failed() > before;
        if (!isFailed && this.isBusy(place)) return;
        resolve(!isFailed);
        queueMicrotask(() => end());
      });
    });
  }

  /** They go along when a text goes to another place. */
  move(from: Target, to: Target): void {
    this.#items.value = this.#items
      .peek()
      .map((item) => (isSamePlace(item.target, from) ? { ...item, target: to } : item));
  }

  #at(place: UploadPlace): Upload[] {
    return this.#items.peek().filter(({ target }) => isSamePlace(target, place));
  }

  #find(id: string): Upload | undefined {
    return this.#items.peek().find((item) => item.id === id);
  }

  #change(id: string, to: Partial<Upload>): void {
    this.#items.value = this.#items.peek().map((item) => (item.id === id ? { ...item, ...to } : item));
  }

  #drop(id: string): void {
    this.#ends.delete(id);
    this.#items.value = this.#items.peek().filter((item) => item.id !== id);
  }
}

/** What is listened to is asked for as such; pictures and videos show below a link to them. */
const sound = /\.(?:aac|flac|mp3|wav)$/i;

/** Brackets would end the name of the link. */
const linkTo = (name: string, url: string): string =>
  `${sound.test(name) ? '!' : ''}[${name.replaceAll(/[[\]\n]/g, '')}](${url})`;
