/** Builds the web client and the server bundle unless they are up to date, for example for a read-only image. */
import { bundleServer } from './server-bundle.mjs';
import { buildClient } from './web-client.mjs';

await bundleServer();
await buildClient();
