export const STAMP: string;
export function stampVersion(root: string, content: string): Promise<void>;
export function describeVersion(root: string): Promise<string>;
export function findTime(root: string): number;
export function toDebian(version: string): string;
