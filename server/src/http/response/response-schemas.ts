/** In tests and development all responses are checked against their schema: an undocumented field is a defect. */
import { Compile, type Validator } from 'typebox/compile';
import type { Route } from '../route.ts';
import { parseStored } from '../../lib/json.ts';
import type { WrittenFields } from '../../lib/json/json-text.ts';

/** Per process, since a test creates many servers and compiling takes longer than most tests. */
const validators = new WeakMap<Route, Validator>();

export function responseChecker(isOn: boolean): (route: Route, fields: WrittenFields) => void {
  if (!isOn) return () => undefined;
  return (route, fields) => {
    let validator = validators.get(route);
    if (!validator) validators.set(route, (validator = Compile(route.response)));
    const rest = typeof fields === 'string' ? fields : Buffer.concat(fields).toString();
    const value = parseStored<unknown>(`{${rest}`);
    if (validator.Check(value)) return;
    const faults = validator.Errors(value).map(({ instancePath, message }) => `${instancePath}: ${message}`);
    throw new Error(
      `${route.method} ${route.path} responds outside its schema: ${faults.slice(0, 5).join('; ')}`,
    );
  };
}
