/** Follows an open conversation to where its messages are now, if it was moved without an event. */
import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { locateMessages } from '../../../actions/messages/locate.ts';
import type { Client } from '../../../connection/client.ts';
import type { MessageRange } from '../../../store/history/history.ts';
import { narrowKey, type Destination, type Narrow } from '../../../store/narrow/narrow.ts';
import { address, navigate } from '../../page/location.ts';
import { followTopic } from './follow.ts';
import { keepIdentity, recallIdentity } from '../../page/identity.ts';

/**
 * @param named the message in the address
 * @param isLoaded whether the range is current
 * @returns `gone` if its messages were deleted, or moved to where the person has no access
 */
export function useWhereabouts(
  client: Client,
  range: MessageRange,
  named: number | undefined,
  isLoaded: boolean,
): 'looking' | 'gone' | undefined {
  const { narrow } = range;
  const identity = useRef(useRef(recallIdentity()).current);
  const [located, setLocated] = useState<{ id: number; isGone: boolean }>();
  useSignalEffect(() => {
    const newest = range.state.value === 'ready' ? range.ids.value.at(-1) : undefined;
    if (newest === undefined || narrow.kind !== 'topic') return;
    identity.current = newest;
    keepIdentity(newest);
  });
  const ids = range.ids.value;
  const isNamedMissing = named !== undefined && !ids.includes(named);
  const wanted = isNamedMissing ? named : ids.length === 0 ? identity.current : undefined;
  const isWanted = isLoaded && range.state.value === 'ready' && wanted !== undefined && mayMove(narrow);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    void locateMessages(client, [wanted]).then(({ value }) => {
      // Another message is looked for by now.
      if (isOver) return;
      setLocated({ id: wanted, isGone: value?.has(wanted) === false });
      const to = value?.get(wanted);
      if (to !== undefined) goAlong(client, narrow, to);
    });
    return () => void (isOver = true);
  }, [isWanted, wanted]);
  if (!isWanted) return undefined;
  if (located?.id !== wanted) return 'looking';
  return located.isGone ? 'gone' : undefined;
}

const mayMove = ({ kind }: Narrow): boolean => kind === 'topic' || kind === 'channel' || kind === 'direct';

/** The feed of a channel changes to the channel of the message; a conversation, to the conversation of its messages. */
function goAlong(client: Client, from: Narrow, to: Destination): void {
  const here = address.peek();
  if (here.screen !== 'narrow' || narrowKey(here.narrow) !== narrowKey(from)) return;
  if (from.kind === 'topic' && to.kind === 'topic') return followTopic(client, from, to);
  const isSame = from.kind === 'channel' && to.kind === 'topic' && from.channelId === to.channelId;
  if (isSame) return;
  const narrow = from.kind === 'channel' && to.kind === 'topic' ? { ...from, channelId: to.channelId } : to;
  if (narrowKey(narrow) !== narrowKey(from)) navigate({ ...here, narrow }, 'replace');
}
