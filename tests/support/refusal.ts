/** The response to a refused request. */
import assert from 'node:assert/strict';
import type { Reply } from './client.ts';

interface ExpectedError {
  code?: string;
  status?: number;
  /** Helps to see why a test failed. */
  what?: string;
}

export async function assertRefusal(
  asked: Reply | Promise<Reply>,
  msg: string,
  { code = 'BAD_REQUEST', status = 400, what }: ExpectedError = {},
): Promise<Reply> {
  const reply = await asked;
  const { json } = reply;
  assert.deepEqual([what, reply.status, json.code, json.msg], [what, status, code, msg]);
  return reply;
}
