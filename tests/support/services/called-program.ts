/** A program on this machine that a bot calls. */
import type { IncomingMessage } from 'node:http';
import type { TestContext } from 'node:test';
import { localServer } from './local-server.ts';

interface WebhookCall {
  path: string;
  program: string | undefined;
  type: string | undefined;
  body: string;
}

interface CallResponse {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

export type RespondToCall = (asked: WebhookCall) => CallResponse | Promise<CallResponse>;

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

export async function calledProgram(t: TestContext, responses: RespondToCall) {
  const asked: WebhookCall[] = [];
  const { url } = await localServer(t, (request, response) => {
    void readBody(request).then(async (body) => {
      const { 'content-type': type, 'user-agent': program } = request.headers;
      const one = { path: request.url ?? '', program, type, body };
      asked.push(one);
      const { status = 200, headers = {}, body: text = '' } = await responses(one);
      response.writeHead(status, headers).end(text);
    });
  });
  return { url, asked };
}
