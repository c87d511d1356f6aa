import { decodeHTML } from 'entities';
import { markdownOfHtml } from '../../../lib/html/to-markdown.ts';

/** Markdown of a text that a service sends as HTML; without elements, it keeps its lines. */
export const htmlMarkdown = (text: string): string =>
  /<[a-z!/][^<>]*>/i.test(text) ? markdownOfHtml(text) : decodeHTML(text).trim();
