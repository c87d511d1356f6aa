/** Replaced by the check against a contract document. */
export function checkContract(_method: string, _path: string, _status: number, _json: unknown): void {}
