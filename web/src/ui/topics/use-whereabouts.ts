/** Follows an open conversation to where its messages are now, when no event said that they moved. */
import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { locateMessages } from '../../actions/messages/locate.ts';
import type { Client } from '../../client.ts';
import type { MessageRange } from '../../store/history/history.ts';
import { narrowKey, type Destination, type Narrow } from '../../store/messages/narrow.ts';
import { address, navigate } from '../page/location.ts';
import { followTopic } from './follow.ts';
import { keepIdentity, recallIdentity } from './identity.ts';

/**
 * @param named the message that the address names
 * @param isLoaded whether the range holds what the server has
 * @returns whether it is being looked for
 */
export function useWhereabouts(
  client: Client,
  range: MessageRange,
  named: number | undefined,
  isLoaded: boolean,
): boolean {
  const { narrow } = range;
  const identity = useRef(useRef(recallIdentity()).current);
  const [isLooking, setLooking] = useState(false);
  useSignalEffect(() => {
    const newest = range.state.value === 'ready' ? range.ids.value.at(-1) : undefined;
    if (newest === undefined || narrow.kind !== 'topic') return;
    identity.current = newest;
    keepIdentity(newest);
  });
  const ids = range.ids.value;
  const isNamedMissing = named !== undefined && !ids.includes(named);
  const wanted = isNamedMissing ? named : ids.length === 0 ? identity.current : undefined;
  const isWanted = isLoaded && range.state.value === 'ready' && wanted !== undefined;
  useEffect(() => {
    if (!isWanted || !mayMove(narrow)) return;
    setLooking(true);
    void locateMessages(client, [wanted]).then(({ value }) => {
      setLooking(false);
      const to = value?.get(wanted);
      if (to !== undefined) goAlong(client, narrow, to);
    });
  }, [isWanted, wanted]);
  return isLooking;
}

const mayMove = ({ kind }: Narrow): boolean => kind === 'topic' || kind === 'channel' || kind === 'direct';

/** From a channel one continues to its messages in another one; a link to a conversation leads to that conversation. */
function goAlong(client: Client, from: Narrow, to: Destination): void {
  const here = address.peek();
  if (here.screen !== 'narrow' || narrowKey(here.narrow) !== narrowKey(from)) return;
  if (from.kind === 'topic' && to.kind === 'topic') return followTopic(client, from, to);
  const isSame = from.kind === 'channel' && to.kind === 'topic' && from.channelId === to.channelId;
  if (isSame) return;
  const narrow = from.kind === 'channel' && to.kind === 'topic' ? { ...from, channelId: to.channelId } : to;
  if (narrowKey(narrow) !== narrowKey(from)) navigate({ ...here, narrow }, 'replace');
}
