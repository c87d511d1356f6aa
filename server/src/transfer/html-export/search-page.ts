/** Renders the page that searches the folder with a script. */
import { html } from '../../pages/layout/html.ts';
import { type PublicFrame, renderPublicPage } from '../../pages/public/frame.ts';

/** @param parts Number of parts of the index. */
export function searchPage(frame: PublicFrame, parts: number): string {
  const { t } = frame;
  return renderPublicPage(frame, {
    title: t('public.search'),
    body: html`<h1>${t('public.search')}</h1>
      <noscript><p class="quiet">${t('public.searchNeedsScript')}</p></noscript>
      <div
        data-parts="${parts}"
        data-empty="${t('public.searchEmpty')}"
        data-none="${t('public.noMessages')}"
        data-newest="${t('public.newestResults')}"
        data-broken="${t('public.incompleteIndex')}"
      >
        <progress hidden aria-label="${t('public.search')}"></progress>
        <p class="quiet" role="status"></p>
        <ol class="results"></ol>
      </div>
      <script src="search/search.js"></script>`,
  });
}
