/** Objects of `/register` that describe the server and the organization. */
import { Exact, Type } from './core.ts';

const Named = Exact({ id: Type.Integer(), name: Type.String() });
/** Choices by key: `{"webex": {"id": 8, "name": "Webex"}}`. */
export const NamedChoices = Type.Record(Type.String(), Named);

export const ExternalAccount = Exact({
  name: Type.String(),
  text: Type.String(),
  hint: Type.String(),
  url_pattern: Type.String(),
});

export const ThumbnailFormat = Exact({
  name: Type.String(),
  max_width: Type.Integer(),
  max_height: Type.Integer(),
  format: Type.String(),
  animated: Type.Boolean(),
});
