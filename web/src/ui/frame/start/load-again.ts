/**
 * Reloads the page if its script was not received; otherwise the page would stay empty until someone reloads it. A file of its
 * own without imports, so that it runs when the script of the page does not.
 */

const attemptsKey = 'heddle-load-attempts';
const mostReloads = 3;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/** Waits for a response first: without a connection, a reload would replace the page with an error page of the browser. */
async function reloadOnceAvailable(url: string, pauseMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  const response = await fetch(url).catch(() => undefined);
  if (response?.ok === true) window.location.reload();
  else await reloadOnceAvailable(url, Math.min(longestPauseMs, pauseMs * 2));
}

function check(): void {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]');
  if (script === null || document.getElementById('app')?.hasChildNodes() === true) {
    sessionStorage.removeItem(attemptsKey);
    return;
  }
  const attempts = Number(sessionStorage.getItem(attemptsKey) ?? '0');
  // A script that is received but fails would fail after each reload.
  if (attempts >= mostReloads) return;
  sessionStorage.setItem(attemptsKey, String(attempts + 1));
  void reloadOnceAvailable(script.src, firstPauseMs);
}

if (document.readyState === 'complete') check();
else window.addEventListener('load', check);
