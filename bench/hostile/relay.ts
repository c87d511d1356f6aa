/** What the push relay of an app's publisher answers to registrations of devices and to notifications. */
import { createServer } from 'node:http';
import sodium from 'libsodium-wrappers';
import { relayId, relayKey } from '../../tests/support/services/push-relay.ts';
import { type Answer, httpAnswers, makeTests, say } from './app-push.ts';
import { listens, type HostileService } from './service.ts';

const success = '"result":"success","msg":""';
const good = {
  register: say(`{${success}}`),
  notify: say(
    `{${success},"android_successfully_sent_count":1,"apple_successfully_sent_count":0,"delete_token_ids":[]}`,
  ),
};

/** Besides what any service answers. */
const notifyAnswers: Readonly<Record<string, Answer>> = {
  // To compare with.
  'what it should': good.notify,
  'a list of tokens without end': say(`{${success},"delete_token_ids":[${'"x",'.repeat(1_000_000)}"x"]}`),
  'as many tokens as it may name': say(`{${success},"delete_token_ids":[${'"x",'.repeat(60_000)}"x"]}`),
};

export async function startRelay(): Promise<HostileService<'push'>> {
  await sodium.ready;
  const publicKey = Buffer.from(sodium.crypto_box_keypair().publicKey);
  const state: typeof good = { ...good };
  const server = createServer((request, response) => {
    request.resume().on('error', () => undefined);
    response.on('error', () => undefined);
    const { url = '' } = request;
    if (url.endsWith('/push/e2ee/notify')) state.notify(response);
    else if (url.endsWith('/push/e2ee/register')) state.register(response);
    else good.register(response);
  });
  server.on('clientError', () => undefined);
  const url = `http://127.0.0.1:${await listens(server)}`;
  return {
    args: [
      ['--push-relay-url', url],
      ['--push-relay-id', relayId],
      ['--push-relay-key', relayKey],
      ['--base-url', 'http://127.0.0.1'],
    ].flat(),
    inputs: {
      push(target) {
        const notified = makeTests(target, () => publicKey);
        const notifications = Object.entries({ ...notifyAnswers, ...httpAnswers }).map(([what, answer]) => ({
          what: `a push relay that answers a notification with ${what}`,
          send: () => {
            Object.assign(state, good, { notify: answer });
            return notified('fcm');
          },
        }));
        const registrations = Object.entries(httpAnswers).map(([what, answer]) => ({
          what: `a push relay that answers a registration with ${what}`,
          send: () => {
            Object.assign(state, good, { register: answer });
            // A device of its own, which is registered with this answer.
            return makeTests(target, () => publicKey)('apns');
          },
        }));
        return [...notifications, ...registrations];
      },
    },
  };
}
