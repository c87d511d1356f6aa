/** Declares endpoints. One without a policy does not compile, and one with an unknown policy does not mount. */
import Type, { type TObject, type TProperties, type TSchema, type Static } from 'typebox';
import type { Config } from '../lib/config/config.ts';
import type { LocalFile } from '../lib/files/store.ts';
import type { AppContext } from '../core/context/index.ts';
import type { Tx } from '../core/log/index.ts';
import type { DeclaredNeeds, KeyNeeds, Principal, SignedInPolicy } from '../core/organization/index.ts';
import type { Browser } from '../core/sessions/index.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export interface Context<P> extends Request {
  /** Decoded parameters, including those in the path. */
  params: P;
  me: Principal;
  /** The files in the body, of which the first is stored, if the endpoint accepts files. They are deleted after the response. */
  files: readonly ReceivedFile[];
  /** The body, for endpoints that accept deliveries. */
  delivery: RawDelivery;
}

/** The unparsed body, for handlers that know its format and verify its signature. */
export interface RawDelivery {
  contentType: string;
  /** Empty for multipart forms, whose fields are in `fields`. */
  bytes: Buffer;
  /** The fields of a form; undefined for other bodies. */
  fields: ReadonlyMap<string, string> | undefined;
}

export interface ReceivedFile {
  /** As given by the client, unvalidated. */
  name: string;
  contentType: string | undefined;
  /** Undefined if it exceeded the limit, or was not the first. */
  file: LocalFile | undefined;
}

/** Properties of any request, whether signed in or not. */
export interface Request {
  app: AppContext;
  /** The organization of the host name. */
  orgId: number;
  /** Address of the client. */
  ip: string;
  /** Scheme, host name and port of the organization, as clients are given them. */
  origin: string;
  /** Name of the client program, from its User-Agent. */
  client: string;
  userAgent: string;
  browser: Browser;
  header(name: string): string | undefined;
  /** Called when the client disconnects before the response. */
  onClose(callback: () => void): void;
  /** Aborted with an ApiError when the client disconnects, for long reads. */
  untilLeft(): AbortSignal;
}

/** A response without the envelope's `result` and `msg`. */
export type ResponseFields = Record<string, unknown>;

/** A response that is already JSON text: `"a":1,"b":2`, as a string or as UTF-8 chunks. */
export class Encoded {
  readonly fields: string | readonly Buffer[];
  constructor(fields: string | readonly Buffer[]) {
    this.fields = fields;
  }
}

/** A redirect to an image at a path on this server. */
export class Redirect {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** A file to download, streamed while it is generated. */
export class Download {
  readonly name: string;
  readonly type: string;
  readonly pieces: AsyncIterable<string>;
  constructor(name: string, type: string, pieces: AsyncIterable<string>) {
    this.name = name;
    this.type = type;
    this.pieces = pieces;
  }
}

/** A response with additional headers. */
export class WithHeaders {
  readonly fields: ResponseFields;
  readonly headers: Readonly<Record<string, string>>;
  constructor(fields: ResponseFields, headers: Readonly<Record<string, string>>) {
    this.fields = fields;
    this.headers = headers;
  }
}

/** What a handler may return. */
export type HandlerResult = ResponseFields | Encoded | Redirect | Download | WithHeaders;

interface RouteDeclaration<P extends TObject> extends KeyNeeds {
  method: Method;
  /** Below `/api/v1`, with `:name` for parameters, which are also in `params`. */
  path: string;
  /** The operation id in the API's documentation. */
  operationId: string;
  takesChannelKeys?: 'handler' | (keyof P['properties'] & string);
  params: P;
  /** The response's own fields. */
  response: TSchema;
  /** Set for personal settings and content: they are not recorded in the audit log, in which all other changes must be. */
  personal?: true;
}

/** Maximum file size in bytes. */
type FileLimit = (config: Config) => number;

export interface SignedInRoute<P extends TObject = TObject> extends RouteDeclaration<P> {
  policy: SignedInPolicy;
  /** Has no limit by user, for polls. Requests without an account always have one. */
  rateLimit?: 'none';
  /** An open page makes such requests without its user: they do not lengthen a session that ends when it is not used. */
  isUnattended?: true;
  /** Accepts files in a multipart body, unless the policy refuses the client altogether. */
  largestFile?: FileLimit;
  /**
   * Accepts requests of services in their own formats: the body is kept unparsed, a query parameter may contain the
   * API key, and unknown parameters are not reported.
   */
  takesDelivery?: boolean;
  handle(context: Context<Static<P>>): Promise<HandlerResult>;
  write?: undefined;
}

/** An endpoint that consists of one write. */
interface WriteRoute<P extends TObject> extends Omit<SignedInRoute<P>, 'handle' | 'write'> {
  handle?: undefined;
  /** Runs inside `db.write`. @returns the fields of the response, or nothing for an empty one */
  write(tx: Tx, context: Context<Static<P>>): Promise<ResponseFields> | Promise<void>;
}

export interface OpenRoute<P extends TObject = TObject> extends RouteDeclaration<P> {
  policy: 'anyone';
  handle(context: Request & { params: Static<P> }): Promise<HandlerResult>;
}

/** An endpoint for signed-in and anonymous users. Invalid credentials are refused. */
export interface VisitedRoute<P extends TObject = TObject> extends RouteDeclaration<P> {
  policy: 'visitors';
  /** `me` is undefined for an anonymous user, whose rate is limited by address. */
  handle(context: Request & { params: Static<P>; me: Principal | undefined }): Promise<HandlerResult>;
}

export type Route = SignedInRoute | OpenRoute | VisitedRoute;

export const takesDelivery = (route: Route | undefined): boolean =>
  route !== undefined && 'takesDelivery' in route && route.takesDelivery;

export const isUnattended = (route: Route | undefined): boolean =>
  route !== undefined && 'isUnattended' in route && route.isUnattended;

/** Combines the parameters in the path with the others. */
export function withPath<A extends TProperties, B extends TProperties>(
  path: TObject<A>,
  params: TObject<B>,
): TObject<A & B> {
  return Type.Object({ ...path.properties, ...params.properties });
}

/** Declares an endpoint for signed-in users whom the policy admits, with what named keys need, and what a request leaves when such a key has ended. */
export function route<P extends TObject>(
  declared: (SignedInRoute<P> | WriteRoute<P>) & DeclaredNeeds<NoInfer<Static<P>>>,
): Route {
  if (!declared.write) return declared;
  const { write, ...rest } = declared;
  const handle = async (context: Context<Static<P>>): Promise<ResponseFields> => {
    const { app, me } = context;
    return (await app.db.write(me.orgId, me, async (tx) => await write(tx, context))) ?? {};
  };
  return { ...rest, handle };
}

/** Declares an endpoint for everyone, without authentication. */
export function openRoute<P extends TObject>(declared: OpenRoute<P>): Route {
  return declared;
}

/** Declares an endpoint for signed-in and anonymous users, who may get different responses. */
export function visitedRoute<P extends TObject>(declared: VisitedRoute<P>): Route {
  return declared;
}
