/**
 * Playing sounds. A sound continues while the row of its message is scrolled away, and stops when the page goes elsewhere or
 * another one begins.
 */
import { signal } from '@preact/signals';
import { tryToStore } from '../../../store/base/storage.ts';
import { address } from '../../page/location.ts';

const speedKey = 'heddle-sound-speed';
const speeds = [1, 1.5, 2] as const;

const readSpeed = (): number => {
  const stored = Number(localStorage.getItem(speedKey));
  return speeds.find((one) => one === stored) ?? 1;
};

/** The speed of all sounds on this device. */
export const speed = signal(readSpeed());

export function changeSpeed(): void {
  const at = speeds.findIndex((one) => one === speed.peek());
  speed.value = speeds[(at + 1) % speeds.length] ?? 1;
  tryToStore(localStorage, speedKey, String(speed.peek()));
  if (playing !== undefined) playing.keepSpeed();
}

let playing: Playback | undefined;

export const stopSounds = (): void => playing?.pause();

function pauseOthers(begun: Playback): void {
  if (playing !== begun) playing?.pause();
  playing = begun;
}

export class Playback {
  readonly isPlaying = signal(false);
  /** Seconds. */
  readonly position = signal(0);
  /** Undefined while it is not known: not every file says it. */
  readonly length = signal<number | undefined>(undefined);
  readonly hasFailed = signal(false);
  readonly #audio = new Audio();

  constructor(url: string) {
    const audio = this.#audio;
    audio.preload = 'metadata';
    const listen = (name: string, call: () => void) => audio.addEventListener(name, call);
    const measure = () => Number.isFinite(audio.duration) && (this.length.value = audio.duration);
    listen('durationchange', measure);
    listen('timeupdate', () => (this.position.value = audio.currentTime));
    listen('play', () => this.#begin());
    listen('pause', () => (this.isPlaying.value = false));
    listen('ended', () => {
      this.isPlaying.value = false;
      // Where no length is written, it is where the sound ends.
      this.length.value ??= audio.currentTime;
      this.position.value = 0;
      audio.currentTime = 0;
    });
    listen('error', () => {
      this.isPlaying.value = false;
      this.hasFailed.value = true;
    });
    audio.src = url;
  }

  toggle(): void {
    if (this.#audio.paused) this.play();
    else this.pause();
  }

  play(): void {
    this.keepSpeed();
    this.#audio.play().catch((error: unknown) => {
      // Pausing before it has begun is no failure.
      if (!(error instanceof Error) || error.name === 'NotSupportedError') this.hasFailed.value = true;
    });
  }

  pause(): void {
    this.#audio.pause();
  }

  seek(seconds: number): void {
    const at = Math.max(0, Math.min(seconds, this.length.peek() ?? seconds));
    this.#audio.currentTime = at;
    this.position.value = at;
  }

  keepSpeed(): void {
    this.#audio.defaultPlaybackRate = speed.peek();
    this.#audio.playbackRate = speed.peek();
  }

  close(): void {
    if (playing === this) playing = undefined;
    this.pause();
    this.#audio.removeAttribute('src');
  }

  #begin(): void {
    pauseOthers(this);
    this.isPlaying.value = true;
  }
}

const open = new Map<string, { playback: Playback; users: number }>();

/** The same for all places that show a file. One that is playing or paused in its middle stays for when its row is shown again. */
export function openPlayback(url: string): { playback: Playback; release: () => void } {
  const entry = open.get(url) ?? { playback: new Playback(url), users: 0 };
  entry.users++;
  open.set(url, entry);
  return {
    playback: entry.playback,
    release: () => {
      entry.users--;
      closeUnused(({ isPlaying, position }) => !isPlaying.peek() && position.peek() === 0);
    },
  };
}

function closeUnused(isDone: (playback: Playback) => boolean): void {
  for (const [url, { playback, users }] of open) {
    if (users > 0 || !isDone(playback)) continue;
    playback.close();
    open.delete(url);
  }
}

address.subscribe(() => {
  stopSounds();
  closeUnused(() => true);
});
