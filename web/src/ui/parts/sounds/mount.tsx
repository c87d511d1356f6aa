import { render } from 'preact';
import type { Client } from '../../../connection/client.ts';
import { SoundPlayer } from './sound-player.tsx';
import { useState } from 'preact/hooks';
import { fetchTranscript } from '../../../actions/messages/transcripts.ts';
import type { Outcome } from '../../../actions/request/outcome.ts';
import { mayTranscribe } from '../../../view/channels/channel-rights.ts';
import { failureText } from '../../../view/text/failure.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import './transcript.css';

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

type Props = { client: Client; messageId: number; url: string };

/** What a model has understood, on request, as plain text whatever it contains. Direct messages are never sent to one. */
function Transcript({ client, messageId, url }: Props) {
  const { live } = client;
  const [isOpen, setOpen] = useState(false);
  const [response, setResponse] = useState<Outcome<string>>();
  if (!mayTranscribe(live) || live.message(messageId)?.type !== 'stream') return null;
  const load = async () => {
    setResponse(undefined);
    setResponse(await fetchTranscript(client, messageId, new URL(url, window.location.href).pathname));
  };
  const toggle = () => {
    if (!isOpen && response?.value === undefined) void load();
    setOpen(!isOpen);
  };
  return (
    <div class="transcript">
      <Button kind="quiet" aria-expanded={isOpen} onClick={toggle}>
        {t(isOpen ? 'sounds.hideTranscript' : 'sounds.showTranscript')}
      </Button>
      <div aria-live="polite" aria-busy={isOpen && response === undefined}>
        {isOpen && <Response response={response} />}
      </div>
    </div>
  );
}

function Response({ response }: { response: Outcome<string> | undefined }) {
  if (response === undefined) return <p class="transcript-hint">{t('sounds.transcribing')}</p>;
  if (response.failure !== undefined)
    return <p class="transcript-hint transcript-failed">{failureText(response.failure)}</p>;
  if (response.value === '') return <p class="transcript-hint">{t('sounds.noWords')}</p>;
  return (
    <>
      <p class="transcript-text" dir="auto">
        {response.value}
      </p>
      <p class="transcript-hint">{t('sounds.transcriptHint')}</p>
    </>
  );
}
