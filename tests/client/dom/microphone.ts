/**
 * A microphone and a recorder without sound. `MediaRecorder.microphone` says how many are open, and what the browser does
 * when it is asked; `MediaRecorder.give` is a piece of sound.
 */

interface Microphone {
  /** The name of the error with which it is refused. */
  refusal: string | undefined;
  /** The browser waits for the person. */
  isHeld: boolean;
  /** Tracks that have not been stopped. */
  open: Set<EventTarget>;
  allow(): void;
  unplug(): void;
}

export function makeMicrophone() {
  const waiting: (() => void)[] = [];
  const microphone: Microphone = {
    refusal: undefined,
    isHeld: false,
    open: new Set(),
    allow: () => {
      for (const go of waiting.splice(0)) go();
    },
    unplug: () => {
      for (const track of microphone.open) {
        microphone.open.delete(track);
        track.dispatchEvent(new Event('ended'));
      }
    },
  };
  const mediaDevices = {
    getUserMedia: async () => {
      if (microphone.isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      if (microphone.refusal !== undefined) throw new DOMException('Refused.', microphone.refusal);
      const track = Object.assign(new EventTarget(), { stop: () => void microphone.open.delete(track) });
      microphone.open.add(track);
      return { getTracks: () => [track] };
    },
  };
  return { mediaDevices, MediaRecorder: makeRecorder(microphone) };
}

function makeRecorder(microphone: Microphone) {
  let latest: EventTarget | undefined;
  const remember = (one: EventTarget) => void (latest = one);
  return class extends EventTarget {
    static readonly microphone = microphone;
    static readonly isTypeSupported = (type: string): boolean => type.startsWith('audio/webm');
    static give(bytes: number): void {
      const data = new Blob([new Uint8Array(bytes)]);
      latest?.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
    }

    readonly mimeType = 'audio/webm;codecs=opus';
    state = 'inactive';

    start(): void {
      remember(this);
      this.state = 'recording';
    }

    pause(): void {
      this.state = 'paused';
    }

    resume(): void {
      this.state = 'recording';
    }

    stop(): void {
      this.state = 'inactive';
      queueMicrotask(() => this.dispatchEvent(new Event('stop')));
    }
  };
}
