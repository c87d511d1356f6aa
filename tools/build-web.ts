/** Builds the web client into web/dist, unless what is there was made of these sources. */
import { buildClient } from './web-client.mjs';

await buildClient();
