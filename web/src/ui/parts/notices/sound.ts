/** Notification sounds, synthesized from a few tones, so that no files are loaded. */
type Tone = {
  hz: number;
  /** In seconds, from the start of the sound. */
  at: number;
  seconds: number;
  /** Frequency that it glides to. */
  toHz?: number;
};

/** By the names of the API. */
const sounds: Readonly<Record<string, readonly Tone[]>> = {
  ding: [
    { hz: 880, at: 0, seconds: 0.7 },
    { hz: 1760, at: 0, seconds: 0.35 },
  ],
  chime: [
    { hz: 523, at: 0, seconds: 0.5 },
    { hz: 659, at: 0.12, seconds: 0.5 },
    { hz: 784, at: 0.24, seconds: 0.7 },
  ],
  drop: [{ hz: 1200, toHz: 500, at: 0, seconds: 0.18 }],
  knock: [
    { hz: 190, toHz: 120, at: 0, seconds: 0.09 },
    { hz: 190, toHz: 120, at: 0.16, seconds: 0.09 },
  ],
};

const volume = 0.12;
const silence = 0.0001;
const attackSeconds = 0.008;

let context: AudioContext | undefined;

/** Browsers allow no sound before the person has used the page. */
export function playSound(name: string): void {
  const tones = sounds[name];
  if (tones === undefined) return;
  context ??= new AudioContext();
  const on = context;
  if (on.state === 'suspended') void on.resume();
  for (const tone of tones) playTone(on, tone);
}

function playTone(on: AudioContext, { hz, toHz, at, seconds }: Tone): void {
  const from = on.currentTime + at;
  const oscillator = on.createOscillator();
  oscillator.frequency.setValueAtTime(hz, from);
  if (toHz !== undefined) oscillator.frequency.exponentialRampToValueAtTime(toHz, from + seconds);
  const loudness = on.createGain();
  loudness.gain.setValueAtTime(silence, from);
  loudness.gain.exponentialRampToValueAtTime(volume, from + attackSeconds);
  loudness.gain.exponentialRampToValueAtTime(silence, from + seconds);
  oscillator.connect(loudness).connect(on.destination);
  oscillator.start(from);
  oscillator.stop(from + seconds);
}
