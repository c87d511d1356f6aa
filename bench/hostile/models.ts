/** What models and providers of calls answer. */
import { createServer } from 'node:http';
import { type Answer, httpAnswers, say } from './app-push.ts';
import { listens, type HostileService } from './service.ts';
import type { HostileInput, Target } from './target.ts';
import { fill } from './texts.ts';

/** A little less than is read of a model. */
const most = 250_000;
const asSummary = (content: string): Answer => say(JSON.stringify({ choices: [{ message: { content } }] }));

const summaries: Readonly<Record<string, Answer>> = {
  'what it should': asSummary('Ada warps the loom.'),
  'thoughts without end': asSummary(fill('<think>', most)),
  'list items': asSummary(fill('- a\n', most / 2)),
  'text to be escaped': asSummary(fill('<&', most)),
  'invisible characters': asSummary(fill('\u200b', most / 3)),
};

const transcripts: Readonly<Record<string, Answer>> = {
  'what it should': say('{"text":"Warp the loom."}'),
  'a long text': say(JSON.stringify({ text: fill('a\u200b', 120_000) })),
};

const rooms: Readonly<Record<string, Answer>> = {
  'what it should': say('{"ocs":{"data":{"token":"warp"}}}'),
  'a long name': say(JSON.stringify({ ocs: { data: { token: fill('/', most) } } })),
};

export async function startModels(): Promise<HostileService<'models' | 'calls'>> {
  const state: { answer: Answer } = { answer: say('{}') };
  const server = createServer((request, response) => {
    request.resume().on('error', () => undefined);
    response.on('error', () => undefined);
    state.answer(response);
  });
  server.on('clientError', () => undefined);
  const url = `http://127.0.0.1:${await listens(server)}`;
  const inputs = (
    who: string,
    answers: Readonly<Record<string, Answer>>,
    ask: () => Promise<string>,
  ): HostileInput[] =>
    Object.entries({ ...answers, ...longAnswers }).map(([what, answer]) => ({
      what: `${who} that answers with ${what}`,
      send: () => {
        state.answer = answer;
        return ask();
      },
    }));
  return {
    args: [
      ['--ai-url', url, '--ai-model', 'loom', '--ai-daily-limit-per-person', '1000'],
      ['--transcript-url', url, '--transcript-model', 'ear'],
      ['--nextcloud-url', url, '--nextcloud-talk-user', 'heddle', '--nextcloud-talk-password', 'x'],
    ].flat(),
    inputs: {
      models: (target) => [
        ...inputs('a model', summaries, () => summarize(target)),
        ...inputs('a model of speech', transcripts, () => transcribe(target)),
      ],
      calls: (target) =>
        inputs('a provider of calls', rooms, async () =>
          getStatus(await post(target, '/calls/nextcloud_talk/create', { room_name: 'Looms' })),
        ),
    },
  };
}

/** A model has a minute, in which nobody else waits: an answer that comes byte by byte is tried with other services. */
const { 'a byte from time to time': _, ...longAnswers } = httpAnswers;

type Json = Readonly<Record<string, unknown>>;

async function ask(target: Target, path: string, init: RequestInit): Promise<{ status: number; json: Json }> {
  const headers = { authorization: `Basic ${target.authorization}` };
  const response = await fetch(`${target.url}/api/v1${path}`, { headers, ...init });
  return { status: response.status, json: (await response.json()) as Json };
}

const post = (target: Target, path: string, fields: Readonly<Record<string, string>>) =>
  ask(target, path, { method: 'POST', body: new URLSearchParams(fields) });

const getStatus = ({ status }: { status: number }): string => String(status);

async function summarize(target: Target): Promise<string> {
  const place = { type: 'channel', to: 'size-10', topic: 'to be summarized' };
  await post(target, '/messages', { ...place, content: 'Warp the loom.' });
  const narrow = JSON.stringify([
    { operator: 'channel', operand: place.to },
    { operator: 'topic', operand: place.topic },
  ]);
  return getStatus(await ask(target, `/messages/summary?${new URLSearchParams({ narrow }).toString()}`, {}));
}

/** Nobody may at first. */
async function allowTranscripts(target: Target): Promise<void> {
  const { json } = await ask(target, '/user_groups', {});
  const groups = json.user_groups as { id: number; name: string }[];
  const owners = groups.find(({ name }) => name === 'role:owners')?.id;
  const heddle_can_transcribe_group = JSON.stringify({ new: owners });
  const body = new URLSearchParams({ heddle_can_transcribe_group });
  const { status } = await ask(target, '/realm', { method: 'PATCH', body });
  if (status !== 200) throw new Error(`Transcripts were not allowed: ${status}`);
}

async function transcribe(target: Target): Promise<string> {
  await allowTranscripts(target);
  const body = new FormData();
  body.append('file', new Blob(['OggS'], { type: 'audio/webm' }), 'voice.weba');
  const { json } = await ask(target, '/user_uploads', { method: 'POST', body });
  const file = String(json.url);
  const message = { type: 'channel', to: 'size-10', topic: 'spoken', content: `[Voice](${file})` };
  const sent = await post(target, '/messages', message);
  return getStatus(await post(target, '/heddle/transcripts', { message_id: String(sent.json.id), file }));
}
