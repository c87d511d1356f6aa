import type { organization as english } from '../en/organization.ts';

export const organization: Record<keyof typeof english, string> = {};
