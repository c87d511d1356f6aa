/** How an endpoint is declared. One without a policy does not compile, and one with an unknown policy does not mount. */
import Type, { type TObject, type TProperties, type TSchema, type Static } from 'typebox';
import type { Config } from '../lib/config/config.ts';
import type { LocalFile } from '../lib/files/store.ts';
import type { AppContext } from '../core/context/index.ts';
import type { Tx } from '../core/log/index.ts';
import type { KeyNeeds, Principal, SignedInPolicy } from '../core/organization/index.ts';
import type { Browser } from '../core/sessions/index.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export interface Context<P> extends Request {
  /** Decoded parameters, those in the path included. */
  params: P;
  me: Principal;
  /** Of endpoints that take files: those that came in the body, the first one received. They are gone after the response. */
  files: readonly ReceivedFile[];
  /** What came in the body, of endpoints that take deliveries. */
  delivery: RawDelivery;
}

/** The body as its sender wrote it, for anyone who knows the format and checks the signature. */
export interface RawDelivery {
  contentType: string;
  /** Empty for multipart forms, whose fields are in `fields`. */
  bytes: Buffer;
  /** Of a form; undefined for anything else. */
  fields: ReadonlyMap<string, string> | undefined;
}

export interface ReceivedFile {
  /** As the client called it: anything. */
  name: string;
  contentType: string | undefined;
  /** Undefined when it was larger than allowed, or not the first. */
  file: LocalFile | undefined;
}

/** What is known of any request, signed in or not. */
export interface Request {
  app: AppContext;
  /** The organization that the host name means. */
  orgId: number;
  /** Address of the other end. */
  ip: string;
  /** Scheme, host name and port of the organization, as clients are given them. */
  origin: string;
  /** Name of the client program, from its User-Agent. */
  client: string;
  userAgent: string;
  browser: Browser;
  header(name: string): string | undefined;
  /** Calls back when the client disconnects before the response. */
  onClose(callback: () => void): void;
}

/** A response's own fields; `result` and `msg` are put before them. */
export type ResponseFields = Record<string, unknown>;

/** A response whose fields are JSON text already: `"a":1,"b":2`, as a string or as pieces in UTF-8. */
export class Encoded {
  readonly fields: string | readonly Buffer[];
  constructor(fields: string | readonly Buffer[]) {
    this.fields = fields;
  }
}

/** A redirect to the picture itself, by a path on this server. */
export class Redirect {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** A response that is a file to save, written as it is made. */
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

/** A response with headers that the caller asked for. */
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
  /** Below `/api/v1`, with `:name` for what varies; such names are in `params` too. */
  path: string;
  /** The operation's id in the API's own documentation. */
  operationId: string;
  params: P;
  /** The response's own fields. */
  response: TSchema;
  /** What people set for themselves, or write: it leaves no entry in the audit log, as every other change has to. */
  personal?: true;
  /** Counted against its own limit instead of the general one. */
  rateLimit?: 'none' | 'signIn';
}

/** Bytes of the largest file that an endpoint takes. */
type FileLimit = (config: Config) => number;

export interface SignedInRoute<P extends TObject = TObject> extends RouteDeclaration<P> {
  policy: SignedInPolicy;
  /** Takes files in a multipart body, if anyone who sends them may call this at all. */
  largestFile?: FileLimit;
  /**
   * Takes what programs of others post in their own formats: the body is kept as it came, a query parameter may hold the
   * API key, and parameters that no schema names are not reported.
   */
  takesDelivery?: boolean;
  handle(context: Context<Static<P>>): Promise<HandlerResult>;
  write?: undefined;
}

/** An endpoint that is one write and nothing else. */
interface WriteRoute<P extends TObject> extends Omit<SignedInRoute<P>, 'handle' | 'write'> {
  handle?: undefined;
  /** Runs inside `db.write`. @returns the response's own fields, if it has any */
  write(tx: Tx, context: Context<Static<P>>): Promise<ResponseFields> | Promise<void>;
}

export interface OpenRoute<P extends TObject = TObject> extends RouteDeclaration<P> {
  policy: 'anyone';
  handle(context: Request & { params: Static<P> }): Promise<HandlerResult>;
}

/** For signed-in users, and for anonymous ones as far as the handler allows. Invalid credentials are refused. */
export interface VisitedRoute<P extends TObject = TObject> extends RouteDeclaration<P> {
  policy: 'visitors';
  /** `me` is undefined for an anonymous user, whose rate is limited by address. */
  handle(context: Request & { params: Static<P>; me: Principal | undefined }): Promise<HandlerResult>;
}

export type Route = SignedInRoute | OpenRoute | VisitedRoute;

export const takesDelivery = (route: Route | undefined): boolean =>
  route !== undefined && 'takesDelivery' in route && route.takesDelivery;

/** The parameters in an operation's path together with its others. */
export function withPath<A extends TProperties, B extends TProperties>(
  path: TObject<A>,
  params: TObject<B>,
): TObject<A & B> {
  return Type.Object({ ...path.properties, ...params.properties });
}

/** For anyone who is signed in as the policy requires. */
export function route<P extends TObject>(declared: SignedInRoute<P> | WriteRoute<P>): Route {
  if (!declared.write) return declared;
  const { write, ...rest } = declared;
  const handle = async (context: Context<Static<P>>): Promise<ResponseFields> => {
    const { app, me } = context;
    const written = await app.db.write<unknown>(me.orgId, me, (tx) => write(tx, context));
    return (written ?? {}) as ResponseFields;
  };
  return { ...rest, handle };
}

/** For everyone, signed in or not. */
export function openRoute<P extends TObject>(declared: OpenRoute<P>): Route {
  return declared;
}

/** For signed-in users, and for anonymous ones, who get something else. */
export function visitedRoute<P extends TObject>(declared: VisitedRoute<P>): Route {
  return declared;
}
