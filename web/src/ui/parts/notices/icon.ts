/** The favicon, and the badge of the installed app, with the unread count. */

const file = '/icon.svg';
const most = 99;

/** Position in the icon of 32 by 32, large enough to be read at 16 pixels. */
function badge(text: string): string {
  const [x, width] = text.length > 1 ? [8, 24] : [13, 19];
  const middle = x + width / 2;
  const shape = `<rect x="${x}" y="12" width="${width}" height="20" rx="9" fill="#c92a3c"/>`;
  const font = 'font-family="sans-serif" font-size="17" font-weight="700" text-anchor="middle"';
  return `${shape}<text x="${middle}" y="28" fill="#fff" ${font}>${text}</text>`;
}

let drawing: Promise<string> | undefined;

async function withBadge(text: string): Promise<string> {
  drawing ??= fetch(file)
    .then((response) => response.text())
    .catch((error: unknown) => {
      drawing = undefined;
      throw error;
    });
  return `data:image/svg+xml,${encodeURIComponent((await drawing).replace('</svg>', `${badge(text)}</svg>`))}`;
}

let shown = 0;

export async function showCount(count: number): Promise<void> {
  shown = count;
  // Rejected if the page is not installed.
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => undefined);
  const href = count === 0 ? file : await withBadge(count > most ? '∞' : String(count)).catch(() => file);
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  // The number may have changed while the icon was fetched.
  if (link && shown === count) link.href = href;
}
