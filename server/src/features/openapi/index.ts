/** What other rooms use of openapi. */
export { openApiRoutes } from './routes.ts';
