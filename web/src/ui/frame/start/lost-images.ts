/** Images that a bad line has lost: no browser requests them again by itself. */

/** Before each attempt; after the last, the image stays broken, as one that the server does not have. */
const pausesMs = [2000, 10_000, 60_000];

type Image = Pick<HTMLImageElement, 'src' | 'isConnected' | 'toggleAttribute'>;

const attempts = new WeakMap<Image, { src: string; count: number }>();

export function retryLostImages(): void {
  const listen = (type: 'error' | 'load', act: (image: Image) => void): void =>
    document.addEventListener(type, ({ target }) => target instanceof HTMLImageElement && act(target), true);
  listen('error', requestLater);
  listen('load', (image) => setLost(image, false));
  for (const image of document.querySelectorAll('img'))
    if (image.complete && image.naturalWidth === 0 && image.src !== '') requestLater(image);
}

/** A lost image is not drawn: base.css. */
const setLost = (image: Image, isLost: boolean): void => void image.toggleAttribute('data-lost', isLost);

export function requestLater(image: Image): void {
  const { src } = image;
  const before = attempts.get(image);
  const count = before?.src === src ? before.count : 0;
  const pauseMs = pausesMs[count];
  setLost(image, pauseMs !== undefined);
  if (pauseMs === undefined) return;
  attempts.set(image, { src, count: count + 1 });
  setTimeout(() => {
    if (image.isConnected && image.src === src) image.src = src;
  }, pauseMs);
}
