/** Whether there is a voice message, for what is loaded before the code that records. */
import { signal } from '@preact/signals';

export const hasVoice = signal(false);
