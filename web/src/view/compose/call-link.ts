/** Links to video calls: which services there are, and their names. */
import type { Live } from '../../store/live.ts';
import type { Target } from '../../store/writing/drafts.ts';
import { t } from '../text/text.ts';

/** Services for which each person connects an account. */
type CallAccount = 'zoom' | 'webex';

export type CallProvider =
  /** Services whose rooms need no creation: the name of the room is random. */
  | { kind: 'jitsi'; server: string }
  | { kind: 'created'; path: string; method: 'get' | 'post'; titleField?: string; account?: CallAccount };

const jitsi = 1;

/** By the API's `video_chat_provider`. */
const created: Readonly<Record<number, CallProvider>> = {
  3: { kind: 'created', method: 'post', path: '/calls/zoom/create', account: 'zoom' },
  4: { kind: 'created', method: 'get', path: '/calls/bigbluebutton/create', titleField: 'meeting_name' },
  5: { kind: 'created', method: 'post', path: '/calls/zoom/create' },
  6: { kind: 'created', method: 'post', path: '/calls/constructorgroups/create' },
  7: { kind: 'created', method: 'post', path: '/calls/nextcloud_talk/create', titleField: 'room_name' },
  8: { kind: 'created', method: 'post', path: '/calls/webex/create', account: 'webex' },
};

/** The call service of the organization; undefined without one, or if the server has lost its credentials. */
export function getCallProvider(live: Live): CallProvider | undefined {
  const {
    realm_video_chat_provider: provider = 0,
    realm_jitsi_server_url: own,
    realm_available_video_chat_providers: available = {},
  } = live.get('organization');
  if (provider === jitsi)
    return typeof own === 'string' && own !== ''
      ? { kind: 'jitsi', server: own.replace(/\/$/, '') }
      : undefined;
  return Object.values(available).some(({ id }) => id === provider) ? created[provider] : undefined;
}

/** A link in Markdown. */
export const callLink = (url: string): string => `[${t('compose.joinCall')}](${url})`;

/** A Markdown link to a new room. */
export const newCallLink = (server: string, random: () => string = () => crypto.randomUUID()): string =>
  callLink(`${server}/${random().replaceAll('-', '')}`);

/** Title of the call for those who join. */
export function getCallTitle(live: Live, to: Target): string {
  const { channels, organization } = live.peek();
  const channel = to.kind === 'topic' ? channels.get(to.channelId ?? 0)?.name : undefined;
  if (to.kind !== 'topic' || channel === undefined) return organization.realm_name ?? '';
  return to.topic === '' ? `#${channel}` : `#${channel} > ${to.topic}`;
}
