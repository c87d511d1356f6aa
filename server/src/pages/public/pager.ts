/** The numbered pages of a list. */
import type { Texts } from '../../lib/i18n/i18n.ts';
import { html, type Html } from '../layout/html.ts';
import { isObject } from '../../lib/objects.ts';

export interface Pager {
  page: number;
  /** Paths of the adjacent pages, if they exist. */
  previous?: string | undefined;
  next?: string | undefined;
}

/** The page number in a query; undefined if it is invalid. */
export function pageNumber(query: unknown): number | undefined {
  const page = isObject(query) ? query.page : undefined;
  if (page === undefined) return 1;
  return typeof page === 'string' && /^[1-9]\d{0,6}$/.test(page) ? Number(page) : undefined;
}

export function pagerLinks({ previous, next }: Pager): Html {
  return html`${previous === undefined ? null : html`<link rel="prev" href="${previous}" />`}
  ${next === undefined ? null : html`<link rel="next" href="${next}" />`}`;
}

/** @param words Labels of the links. */
export function pagerNav(t: Texts, pager: Pager, words: { previous: string; next: string }): Html | null {
  const { page, previous, next } = pager;
  if (previous === undefined && next === undefined) return null;
  return html`<nav class="pager" aria-label="${t('public.pages')}">
    ${previous === undefined ? html`<span></span>` : html`<a href="${previous}" rel="prev">← ${words.previous}</a>`}
    <span>${t('public.page', { page })}</span>
    ${next === undefined ? html`<span></span>` : html`<a href="${next}" rel="next">${words.next} →</a>`}
  </nav>`;
}
