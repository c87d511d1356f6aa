import { render } from 'preact';
import { SoundPlayer } from './sound-player.tsx';

/** Draws the players of a message. @returns removes them */
export function mountPlayers(places: readonly HTMLElement[]): () => void {
  for (const place of places) {
    const { url = '', name = '' } = place.dataset;
    place.replaceChildren();
    render(<SoundPlayer url={url} name={name} />, place);
  }
  return () => {
    for (const place of places) render(null, place);
  };
}
