/** Parameters of URLs that apps open in a browser for a sign-in. */
import type { FastifyRequest } from 'fastify';
import type { Cookies } from '../core/sessions/index.ts';
import { checkedOtp } from '../features/external-sign-in/index.ts';
import { isObject } from '../lib/objects.ts';

export const textIn = (query: unknown, ...names: readonly string[]): string | undefined => {
  const values = isObject(query) ? query : {};
  return names
    .map((name) => values[name])
    .find((value): value is string => typeof value === 'string' && value !== '');
};

/** One-time pads of apps; at most one is set. */
interface Pads {
  mobileOtp: string | undefined;
  desktopOtp: string | undefined;
}

/** @throws ApiError for an invalid pad, and for two */
export function getPads(query: unknown): Pads {
  const pads = {
    mobileOtp: textIn(query, 'mobile_flow_otp'),
    desktopOtp: textIn(query, 'desktop_flow_otp'),
  };
  checkedOtp({ mobile: pads.mobileOtp, desktop: pads.desktopOtp });
  return pads;
}

// COMPAT(ZulipElectron): it opens sign-in pages in the browser, and then asks for the result.
export const needsPad = ({ headers }: FastifyRequest, { mobileOtp, desktopOtp }: Pads): boolean =>
  mobileOtp === undefined &&
  desktopOtp === undefined &&
  /\bZulipElectron\//.test(headers['user-agent'] ?? '');

/** Marks the desktop app that started a sign-in, so that a link cannot sign another app in as someone else. */
const desktopCookie = 'heddle_desktop';
const desktopSeconds = 3600;

export const markDesktop = ({ write }: Cookies): void =>
  write(desktopCookie, '1', `HttpOnly; SameSite=Lax; Max-Age=${desktopSeconds}`);

export const isMarkedDesktop = ({ read }: Cookies): boolean => read(desktopCookie) !== undefined;

/** After the sign-in. */
export const unmarkDesktop = ({ write }: Cookies): void =>
  write(desktopCookie, '', 'HttpOnly; SameSite=Lax; Max-Age=0');
