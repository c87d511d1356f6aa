import { render } from 'preact';
import type { Client } from '../../../connection/client.ts';
import { SoundPlayer } from './sound-player.tsx';
import { Transcript } from './transcript.tsx';

/** Draws the players of a message. @returns removes them */
export function mountPlayers(client: Client, places: readonly HTMLElement[]): () => void {
  for (const place of places) {
    const { url = '', name = '' } = place.dataset;
    // What is not sent yet, such as a preview, has no ID.
    const messageId = Number(place.closest<HTMLElement>('[data-message-id]')?.dataset.messageId);
    place.replaceChildren();
    render(
      <>
        <SoundPlayer url={url} name={name} />
        {messageId > 0 && <Transcript client={client} messageId={messageId} url={url} />}
      </>,
      place,
    );
  }
  return () => {
    for (const place of places) render(null, place);
  };
}
