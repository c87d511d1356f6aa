/** Links to calls, which are rooms with names that nobody guesses. */
import type { Live } from '../../store/live.ts';
import { t } from '../text/text.ts';

/** Numbers of the API's `video_chat_provider`. */
const jitsi = 1;

/** Where the organization holds its calls; undefined where it has none. */
export function callServer(live: Live): string | undefined {
  const { realm_video_chat_provider: provider, realm_jitsi_server_url: own } = live.get('organization');
  return provider === jitsi && typeof own === 'string' && own !== '' ? own.replace(/\/$/, '') : undefined;
}

/** A link, in Markdown, to a new room. */
export function newCallLink(server: string, random: () => string = () => crypto.randomUUID()): string {
  return `[${t('compose.joinCall')}](${server}/${random().replaceAll('-', '')})`;
}
