/** The microphone, recorded by the browser. */
import type { Recorder, RecorderEvents } from '../../../store/writing/voice.ts';
import { voiceTypes } from '../../../view/sounds/voice-file.ts';

/** Speech is clear at this rate, and a minute takes a quarter of a megabyte. */
const bitsPerSecond = 32_000;
/** A browser that ends the recording by itself loses no more than this. */
const pieceMs = 1000;
const levelMs = 100;
/** Until a browser that has been asked to stop is taken to have given everything. */
const endsMs = 3000;

/** Why this page cannot record at all, before anything is asked. */
export function findObstacle(): 'insecure' | 'unsupported' | undefined {
  if (!window.isSecureContext) return 'insecure';
  // Old browsers have neither, whatever the types say.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices?.getUserMedia === undefined || !('MediaRecorder' in window)) return 'unsupported';
  return findType() === undefined ? 'unsupported' : undefined;
}

const findType = (): string | undefined => voiceTypes.find((type) => MediaRecorder.isTypeSupported(type));

/** Asks for the microphone, and begins to record it. */
export async function openRecorder(events: RecorderEvents): Promise<Recorder<Blob>> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  try {
    return record(stream, events);
  } catch (error) {
    release(stream);
    throw error;
  }
}

function record(stream: MediaStream, events: RecorderEvents): Recorder<Blob> {
  const mimeType = findType() ?? '';
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
  const pieces: Blob[] = [];
  let total = 0;
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return;
    pieces.push(data);
    total += data.size;
    events.onBytes(total);
  });
  const stopped = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve()));
  recorder.addEventListener('error', events.onCut);
  for (const track of stream.getTracks()) track.addEventListener('ended', events.onCut);
  recorder.start(pieceMs);
  const endMeter = measure(stream, (level) => recorder.state === 'recording' && events.onLevel(level));
  return {
    pause: () => recorder.state === 'recording' && recorder.pause(),
    resume: () => recorder.state === 'paused' && recorder.resume(),
    async finish() {
      try {
        if (recorder.state !== 'inactive') recorder.stop();
        await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, endsMs))]);
      } finally {
        endMeter();
        release(stream);
      }
      return new Blob(pieces, { type: recorder.mimeType });
    },
  };
}

const release = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** @returns ends it */
function measure(stream: MediaStream, onLevel: (level: number) => void): () => void {
  const meter = openMeter(stream);
  const timer = setInterval(() => onLevel(meter?.read() ?? 0), levelMs);
  return () => {
    clearInterval(timer);
    meter?.close();
  };
}

/** Without one, the recording shows no level; it is the same otherwise. */
function openMeter(stream: MediaStream): { read: () => number; close: () => void } | undefined {
  try {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 2048;
    context.createMediaStreamSource(stream).connect(analyser);
    void context.resume();
    const samples = new Uint8Array(analyser.fftSize);
    const read = () => {
      analyser.getByteTimeDomainData(samples);
      let most = 0;
      for (const sample of samples) most = Math.max(most, Math.abs(sample - 128));
      return most / 128;
    };
    return { read, close: () => void context.close() };
  } catch {
    return undefined;
  }
}
