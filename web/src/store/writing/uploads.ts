/** Uploads in progress, each for the text that it is attached to. */
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { fileLink } from './attached.ts';
import { targetKey, type Target } from './drafts.ts';

/** The draft or edited message that a file is attached to. */
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
  /** `waiting`: the connection is lost; the upload continues automatically. */
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
  /** Starts the upload; the returned function cancels it and deletes the part on the server. */
  begin: (file: File, events: TransferEvents) => () => void;
  /** Why a file cannot be uploaded, if it cannot. */
  objection: (file: File) => string | undefined;
  onDone: (target: UploadPlace, link: string) => void;
};

type NamedBlob = { readonly name: string; readonly size: number };

export class Uploads<File extends NamedBlob> {
  readonly items: ReadonlySignal<readonly Upload[]>;
  readonly #items: Signal<readonly Upload[]>;
  readonly #options: UploadsOptions<File>;
  readonly #ends = new Map<string, () => void>();
  /** Links of files that have arrived before one that was attached earlier: links are in the order in which files were chosen. */
  readonly #early = new Map<string, string>();
  /** Bytes of files that have arrived, by address. */
  readonly #sizes = new Map<string, number>();
  #count = 0;

  constructor(options: UploadsOptions<File>) {
    this.#options = options;
    this.#items = signal<readonly Upload[]>([]);
    this.items = this.#items;
  }

  add(target: UploadPlace, file: File): void {
    const { begin, objection } = this.#options;
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
      onFailed: (why) => {
        this.#change(id, { state: 'failed', reason: why });
        this.#insertInOrder();
      },
      onDone: ({ url, filename }) => {
        this.#ends.delete(id);
        if (this.#find(id) === undefined) return;
        this.#sizes.set(url, size);
        this.#early.set(id, fileLink(filename, url));
        this.#change(id, { sent: size, state: 'sending' });
        this.#insertInOrder();
      },
    });
    this.#ends.set(id, end);
  }

  /** Cancels it if it is in progress, and removes it. */
  remove(id: string): void {
    if (this.#find(id)?.state !== 'failed') this.#ends.get(id)?.();
    this.#drop(id);
    this.#insertInOrder();
  }

  /** Removes them with the text that they were for. */
  removeFrom(place: UploadPlace): void {
    // From the last one, since a removal inserts the links that waited for it.
    for (const { id } of this.#at(place).reverse()) this.remove(id);
  }

  /** Bytes of a file that was uploaded since the page was loaded. */
  getSize(url: string): number | undefined {
    return this.#sizes.get(url);
  }

  isBusy(place: UploadPlace): boolean {
    return this.#at(place).some(({ state }) => state !== 'failed');
  }

  /**
   * Resolves when no upload for this place is in progress.
   * @returns false as soon as one of them fails
   */
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

  /** Moves the uploads of a text to another destination. */
  move(from: Target, to: Target): void {
    this.#items.value = this.#items
      .peek()
      .map((item) => (isSamePlace(item.target, from) ? { ...item, target: to } : item));
    this.#insertInOrder();
  }

  /** Inserts each link that has arrived, unless a file of the same text that was attached before it is still under way. */
  #insertInOrder(): void {
    for (const { id, target } of this.#items.peek()) {
      const link = this.#early.get(id);
      if (link === undefined) continue;
      const [first] = this.#at(target).filter(({ state }) => state !== 'failed');
      if (first?.id !== id) continue;
      this.#drop(id);
      this.#options.onDone(target, link);
    }
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
    this.#early.delete(id);
    this.#items.value = this.#items.peek().filter((item) => item.id !== id);
  }
}
