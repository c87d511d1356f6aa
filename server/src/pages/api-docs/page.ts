/** GET /api/docs: the API reference, from `/api/v1/openapi.json`. Works without its script, which filters and sends requests. */
import { errorStatus } from '../../../../wire/errors.ts';
import { allNouns, describeRoutes, type Noun } from '../../features/openapi/index.ts';
import type { Route } from '../../http/route.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { contentPolicy } from '../layout/content-policy.ts';
import { html, Html } from '../layout/html.ts';
import { markUrl, readStyle } from '../layout/style.ts';
import { languageAttributes, textWithMarkup } from '../layout/marked-up-texts.ts';
import { operationHtml } from './operation.ts';
import { type ApiDocument, type Operation, compareOperations, listOperations } from './operations.ts';
import { scriptPath } from './script.ts';
import { parseStored } from '../../lib/json.ts';
import { heddleVersion } from '../../lib/version.ts';
import { Slices } from '../../lib/slices.ts';

const style = readStyle(new URL('./api-docs.css', import.meta.url));

const styleSheet = new Html(`<style>${style}</style>`);

export const docsPolicy = contentPolicy(style);

/** One document for each operation. Serialized, since schemas have properties that are not part of the JSON. */
export const describeEach = (routes: readonly Route[]): Iterable<ApiDocument> =>
  Iterator.from(routes).map((route) => parseStored(JSON.stringify(describeRoutes([route]))));

/**
 * @param url Of the API, with `/api/v1`.
 * @param documents There are several hundred, so the work is done in slices.
 */
export async function renderDocs(t: Texts, url: string, documents: Iterable<ApiDocument>): Promise<string> {
  const title = t('apiDocs.title');
  const slices = new Slices();
  const operations: Operation[] = [];
  for (const document of documents) {
    operations.push(...listOperations(document));
    await slices.pause();
  }
  const shown = new Map<Noun, Html[]>();
  for (const operation of operations.sort(compareOperations)) {
    const ofNoun = shown.get(operation.noun) ?? [];
    ofNoun.push(operationHtml(t, url, operation));
    shown.set(operation.noun, ofNoun);
    await slices.pause();
  }
  const sections = allNouns.flatMap((noun) => {
    const operations = shown.get(noun);
    return operations === undefined ? [] : [{ noun, operations }];
  });
  return html`<!doctype html>
    <html ${languageAttributes(t.language)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${markUrl}" />
        <script src="${scriptPath}" defer></script>
        ${styleSheet}
      </head>
      <body>
        <main data-texts="${JSON.stringify(scriptTexts(t))}">
          <h1>${title}</h1>
          ${intro(t, url)} ${filterForm(t)}
          <nav aria-label="${t('apiDocs.nouns')}">
            <ul class="nouns">
              ${sections.map(({ noun }) => html`<li><a href="#section-${noun}">${nounText(t, noun)}</a></li>`)}
              <li><a href="#errors">${t('apiDocs.errors')}</a></li>
            </ul>
          </nav>
          ${sections.map(({ noun, operations }) => section(t, noun, operations))} ${errorCodes(t)}
        </main>
        ${confirmation(t)}
      </body>
    </html> `.text;
}

function intro(t: Texts, url: string): Html {
  const file = html`<a href="/api/v1/openapi.json">openapi.json</a>`;
  const values = { version: html`<bdi>${heddleVersion}</bdi>`, url: html`<code>${url}</code>`, file };
  return html`<p class="quiet">${textWithMarkup(t, 'apiDocs.intro', values)}</p>
    <p class="quiet">${t('apiDocs.keys')}</p>`;
}

/** Hidden until the script runs, which does the filtering. */
const filterForm = (t: Texts): Html =>
  html`<form class="filter" role="search" hidden>
    <label for="filter">${t('apiDocs.filter')}</label>
    <input id="filter" type="search" autocomplete="off" placeholder="${t('apiDocs.filterHint')}" />
    <p class="found quiet" role="status"></p>
  </form>`;

function section(t: Texts, noun: Noun, operations: readonly Html[]): Html {
  return html`<section id="section-${noun}">
    <h2>${nounText(t, noun)}</h2>
    ${operations}
  </section>`;
}

function errorCodes(t: Texts): Html {
  const [result, msg, code] = ['result', 'msg', 'code'].map((name) => html`<code>${name}</code>`);
  return html`<section id="errors">
    <h2>${t('apiDocs.errors')}</h2>
    <p>
      ${textWithMarkup(t, 'apiDocs.errorsText', { result: result ?? '', msg: msg ?? '', code: code ?? '' })}
    </p>
    <ul class="codes">
      ${Object.entries(errorStatus).map(([name, status]) => html`<li><b>${status}</b> <code>${name}</code></li>`)}
    </ul>
  </section>`;
}

const confirmation = (t: Texts): Html =>
  html`<dialog id="confirm" aria-labelledby="confirm-title" aria-describedby="confirm-text">
    <h2 id="confirm-title">${t('apiDocs.changes')}</h2>
    <p><code class="what"></code></p>
    <p id="confirm-text">${t('apiDocs.changesText')}</p>
    <form method="dialog">
      <button type="submit" value="" class="plain">${t('apiDocs.stop')}</button>
      <button type="submit" value="run" class="danger">${t('apiDocs.changesRun')}</button>
    </form>
  </dialog>`;

const nounTexts = {
  messages: 'apiDocs.noun.messages',
  channels: 'apiDocs.noun.channels',
  users: 'apiDocs.noun.users',
  groups: 'apiDocs.noun.groups',
  events: 'apiDocs.noun.events',
  drafts: 'apiDocs.noun.drafts',
  files: 'apiDocs.noun.files',
  bots: 'apiDocs.noun.bots',
  invitations: 'apiDocs.noun.invitations',
  organization: 'apiDocs.noun.organization',
  devices: 'apiDocs.noun.devices',
  calls: 'apiDocs.noun.calls',
  heddle: 'apiDocs.noun.heddle',
  server: 'apiDocs.noun.server',
} as const satisfies Record<Noun, string>;

const nounText = (t: Texts, noun: Noun): string => t(nounTexts[noun]);

/** The texts of the script. */
const scriptTexts = (t: Texts) => ({
  found: [0, 1, 2].map((count) => t('apiDocs.found', { count })),
  try: t('apiDocs.try'),
  hint: t('apiDocs.tryHint'),
  more: t('apiDocs.more'),
  run: t('apiDocs.run'),
  stop: t('apiDocs.stop'),
  running: t('apiDocs.running'),
  stopped: t('apiDocs.stopped'),
  unreachable: t('apiDocs.unreachable'),
  redirected: t('apiDocs.redirected'),
  cut: t('apiDocs.cut'),
  signIn: t('apiDocs.signIn'),
  output: t('apiDocs.output'),
});
