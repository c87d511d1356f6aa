import type { uploads as english } from '../en/uploads.ts';

export const uploads: Record<keyof typeof english, string> = {};
