/** Builds the web client and the server's bundle, unless what is there was made of these sources: for an image that is to be read-only. */
import { bundleServer } from './server-bundle.mjs';
import { buildClient } from './web-client.mjs';

await bundleServer();
await buildClient();
