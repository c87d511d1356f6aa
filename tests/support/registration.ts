import type { RegisterResponse } from '../../wire/register.ts';
import type { Json } from './client.ts';

/** A response of `/register`: the servers of tests check each against its schema, so its type holds. */
export const asRegistration = (json: Json): RegisterResponse => json as unknown as RegisterResponse;
