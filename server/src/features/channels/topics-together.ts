/** GET /heddle/topics: the topics of several channels in one response. */
import type { AppContext } from '../../core/context/index.ts';
import type { Reader } from '../../core/messages/index.ts';
import { canReadChannel } from '../../core/channels/index.ts';
import { Encoded } from '../../http/route.ts';
import { getStreamTopics } from './topics.ts';

/** Characters of a response after which no further channel is added. */
const most = 1_000_000;

/**
 * In the order of the request; a client asks again for channels that the response does not have any more. Channels that the caller may not read
 * have no topics, whether they exist or not.
 */
export async function getTopicsTogether(
  app: Pick<AppContext, 'db' | 'services'>,
  reader: Pick<Reader, 'cache' | 'user'>,
  channelIds: readonly number[],
): Promise<Encoded> {
  const { cache, user } = reader;
  const texts: string[] = [];
  let size = 0;
  for (const id of new Set(channelIds)) {
    if (size > most) break;
    const channel = cache.channels.get(id);
    const isReadable = channel !== undefined && canReadChannel(cache, channel, user);
    const { fields } = isReadable ? await getStreamTopics(app, reader, id, { allowsEmpty: true }) : none;
    const text = `{"stream_id":${id},${typeof fields === 'string' ? fields : Buffer.concat(fields).toString()}}`;
    texts.push(text);
    size += text.length;
  }
  return new Encoded(`"channels":[${texts.join(',')}]`);
}

const none = new Encoded('"topics":[]');
