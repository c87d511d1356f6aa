/**
 * Meetings on a BigBlueButton server. The link in a message leads to this server, which identifies the user, creates the
 * meeting when the first participant joins, and redirects each to a signed address.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import type { Config } from '../../lib/config/config.ts';
import { apiError } from '../../lib/errors.ts';
import type { HttpProbe } from '../../lib/net/http-probe.ts';
import { openJson, sealJson } from '../../lib/sealed-json.ts';
import { truncate } from '../../lib/text.ts';
import { askCallServer, callServerUnreachable, isOk, type CallResponse } from './call-server.ts';

export const bigBlueButtonJoinPath = '/calls/bigbluebutton/join';

interface Meeting {
  orgId: number;
  id: string;
  name: string;
  voiceOnly: boolean;
  /** The user who created it. */
  moderator: number;
}

const purpose = 'BigBlueButton meeting';
const provider = 'BigBlueButton';
/** BigBlueButton takes names of 2 to 64 characters. */
const longestName = 64;

interface Server {
  name: string;
  url: string;
  secret: string;
}

function getServer({ bigBlueButtonUrl: url, bigBlueButtonSecret: secret }: Config): Server {
  if (url === undefined || secret === undefined) throw apiError('calls.bigbluebutton-not-configured');
  return { name: provider, url: `${url.replace(/\/+$/, '').replace(/\/api$/, '')}/api`, secret };
}

/** @returns a path on this server, sealed so that it admits to this meeting only. @throws ApiError */
export function newBigBlueButtonCall(
  { config, secrets }: AppContext,
  me: Principal,
  { name, voiceOnly }: { name: string; voiceOnly: boolean },
): string {
  getServer(config);
  const id = `heddle-${randomBytes(12).toString('hex')}`;
  const shown = truncate(name.trim(), longestName, '…');
  const meeting: Meeting = {
    orgId: me.orgId,
    id,
    name: shown.length < 2 ? 'Heddle' : shown,
    voiceOnly,
    moderator: me.id,
  };
  return `${bigBlueButtonJoinPath}?bigbluebutton=${sealJson(secrets, purpose, meeting)}`;
}

/** @returns the address where the caller joins. @throws ApiError */
export async function joinBigBlueButtonCall(app: AppContext, me: Principal, sealed: string): Promise<string> {
  const server = getServer(app.config);
  const meeting = openJson<Meeting>(app.secrets, purpose, sealed);
  if (meeting?.orgId !== me.orgId) throw apiError('calls.invalid-signature');
  const createTime = await createMeeting(app, server, meeting);
  return signedUrl(server, 'join', {
    meetingID: meeting.id,
    // Moderators can turn a voice call into a video call.
    role: meeting.moderator === me.id ? 'MODERATOR' : 'VIEWER',
    fullName: me.user.fullName,
    // Restricts the address to this meeting; a later one may have the same ID.
    createTime,
  });
}

/** Idempotent while the meeting lasts. @returns its creation time, as given by the server */
async function createMeeting(
  app: AppContext,
  server: Server,
  { id, name, voiceOnly }: Meeting,
): Promise<string> {
  const address = signedUrl(server, 'create', {
    meetingID: id,
    name,
    lockSettingsDisableCam: String(voiceOnly),
  });
  let response: CallResponse;
  try {
    response = await askCallServer(app, server, address, { method: 'GET', headers: { accept: 'text/xml' } });
  } catch (error) {
    throw callServerUnreachable(app, server, error);
  }
  if (!isOk(response)) throw callServerUnreachable(app, server, { status: response.status });
  if (elementIn(response.text, 'messageKey') === 'checksumError')
    throw apiError('calls.wrong-secret', { provider });
  const createTime = elementIn(response.text, 'createTime');
  const code = elementIn(response.text, 'returncode') ?? 'none';
  if (code !== 'SUCCESS' || createTime === undefined)
    throw apiError('calls.unexpected', { provider, status: code });
  return createTime;
}

/** Asks for all meetings, which needs the secret. `undefined` if none is configured. */
export function bigBlueButtonProbe(config: Config): HttpProbe | undefined {
  if (config.bigBlueButtonUrl === undefined) return undefined;
  return {
    name: 'calls: BigBlueButton',
    url: config.bigBlueButtonUrl,
    settings: 'big_blue_button_url',
    secret: 'bigBlueButtonSecret',
    address: signedUrl(getServer(config), 'getMeetings', {}),
    headers: { accept: 'text/xml' },
    judge({ status, text }) {
      if (elementIn(text, 'messageKey') === 'checksumError')
        return 'It refuses the secret. Check big_blue_button_secret.';
      return elementIn(text, 'returncode') === undefined
        ? `There is no API of BigBlueButton (status ${String(status)}). Check big_blue_button_url.`
        : undefined;
    },
  };
}

/** The documents are flat: each relevant element occurs once and contains a word. */
const elementIn = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>\\s*([\\w-]{1,64})\\s*</${name}>`).exec(xml)?.[1];

/** Signed by a hash of the name of the call, the query as sent, and the shared secret. */
function signedUrl(
  { url, secret }: Server,
  call: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&');
  const checksum = createHash('sha256')
    .update(call + query + secret)
    .digest('hex');
  return `${url}/${call}?${query}&checksum=${checksum}`;
}
