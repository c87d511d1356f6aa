/** GET /: what this server is, for a person who came with a browser. */
import { html } from './html.ts';
import { page } from './layout.ts';
import type { Place } from './place.ts';

const apps = 'any app compatible with the Zulip API';

export function homePage(place: Place, site: string): string {
  return page(
    place.name,
    html`<h1>${place.name}</h1>
      <p class="quiet">A Heddle server: team messaging in channels and topics. Reach it with ${apps}.</p>
      <dl>
        <div>
          <dt>Address</dt>
          <dd><code>${site}</code></dd>
        </div>
      </dl>
      <p class="quiet small">
        Add an organization in your app, give it this address, and sign in with your e-mail address and
        password. Writing a program? Here is <a href="/api/v1/openapi.json">the API as OpenAPI</a>.
      </p>`,
    place,
  );
}

export const emptyPage = (): string =>
  page(
    'Heddle',
    html`<h1>Nobody lives here yet</h1>
      <p class="quiet">
        This Heddle server has no organization. When it started it printed a link to create one, where whoever
        runs it can see; <code>heddle org create --help</code> tells of another way.
      </p>`,
  );

export const unknownPage = (): string =>
  page(
    'Heddle',
    html`<h1>No organization at this address</h1>
      <p class="quiet">
        This Heddle server has several, each at a host name of its own. Ask whoever runs it for yours.
      </p>`,
  );
