/** Why the server will not start on this data: said to the operator in one sentence, never with a stack. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
