import type { channels as english } from '../en/channels.ts';

export const channels: Record<keyof typeof english, string> = {};
