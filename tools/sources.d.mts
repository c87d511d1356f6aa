export function listFiles(place: string): string[];
