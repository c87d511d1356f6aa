/** Uploads a file in parts, and continues after an interruption. The library is loaded with the first file. */
import type { DetailedError, Upload } from 'tus-js-client';
import type { KeyedError } from '../../../../../wire/errors/catalogue.ts';
import type { TransferEvents } from '../../../store/writing/uploads.ts';
import { errorText } from '../../../view/text/errors.ts';
import { t } from '../../../view/text/text.ts';

/** Milliseconds before each retry; restarts after any progress. */
const retryDelays = [0, 1000, 3000, 5000];
/** Before each further one, without end: like a message, a file is sent when the connection is back, however late. */
const laterMs = 10_000;

export const loadTransfer = () => import('tus-js-client');

/** Some browsers do not request a failed script again: online, this many attempts have to do. */
const onlineAttempts = 5;

/** @returns undefined if it is not wanted any more */
async function loadWhenOnline(isWanted: () => boolean, onCut: () => void) {
  for (let attempts = 1; isWanted(); attempts += navigator.onLine ? 1 : 0) {
    const library = await loadTransfer().catch(() => undefined);
    if (library !== undefined) return isWanted() ? library : undefined;
    if (attempts > onlineAttempts) throw new Error('The library was not loaded.');
    onCut();
    await onlineOrLater();
  }
  return undefined;
}

const onlineOrLater = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = window.setTimeout(goOn, laterMs);
    function goOn() {
      window.clearTimeout(timer);
      window.removeEventListener('online', goOn);
      resolve();
    }
    window.addEventListener('online', goOn);
  });

/**
 * @param purpose `import`: an archive of another product; continues even after a reload of the page
 * @returns cancels the upload
 */
export function transfer(file: File, events: TransferEvents, purpose?: 'import'): () => void {
  let upload: Upload | undefined;
  let isOver = false;
  let timer: number | undefined;
  const wasEnded = () => isOver;
  const over = (show: () => void) => {
    window.removeEventListener('online', goOn);
    window.clearTimeout(timer);
    if (!isOver) show();
    isOver = true;
  };
  const goOn = () => {
    window.clearTimeout(timer);
    void upload?.abort().then(() => wasEnded() || upload?.start());
  };
  const goOnLater = () => {
    events.onCut();
    timer = window.setTimeout(goOn, laterMs);
  };
  const fail = (reason: string) => over(() => events.onFailed(reason));
  const begin = async () => {
    const tus = await loadWhenOnline(() => !isOver, events.onCut);
    if (tus === undefined) return;
    upload = new tus.Upload(file, {
      endpoint: '/api/v1/tus',
      headers: { 'X-Heddle-Client': 'web' },
      metadata: { filename: file.name, filetype: file.type, ...(purpose && { purpose }) },
      chunkSize: 5 * 2 ** 20,
      retryDelays,
      storeFingerprintForResuming: purpose !== undefined,
      removeFingerprintOnSuccess: true,
      onProgress: (sent) => events.onProgress(sent),
      onShouldRetry: (error) => {
        const mayPass = isPassing(error);
        if (mayPass) events.onCut();
        return mayPass;
      },
      onError: (error) =>
        'originalResponse' in error && isPassing(error) ? goOnLater() : fail(getReason(error)),
      onSuccess: ({ lastResponse }) => {
        // The form of a tus response of this server.
        const reply = JSON.parse(lastResponse.getBody()) as { url: string; filename: string };
        over(() => events.onDone(reply));
      },
    });
    const [earlier] = purpose === undefined ? [] : await upload.findPreviousUploads();
    if (earlier) upload.resumeFromPreviousUpload(earlier);
    if (!wasEnded()) upload.start();
  };
  window.addEventListener('online', goOn);
  begin().catch(() => fail(t('common.unreachable')));
  return () => {
    over(() => undefined);
    // The server deletes incomplete uploads after a while.
    upload?.abort(true).catch(() => undefined);
  };
}

/** No response, an overloaded server, or another request for the same upload that has not ended. */
function isPassing(error: DetailedError): boolean {
  const status = error.originalResponse?.getStatus() ?? 0;
  return status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;
}

function getReason(error: Error | DetailedError): string {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (!response) return t('common.unreachable');
  try {
    // The form of all errors of this server.
    const { msg, error: keyed } = JSON.parse(response.getBody()) as { msg: string; error?: KeyedError };
    return errorText(msg, keyed);
  } catch {
    return t('common.unavailable');
  }
}
