/** The exports of `openapi` for other rooms. */
export { openApiRoutes } from './routes.ts';
export { documentedErrors } from './errors.ts';
export { openApiDocument } from './document.ts';
export { allNouns, type Noun } from './nouns.ts';
