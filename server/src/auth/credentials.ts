import { faultsOf, type FieldError, loginForm } from '@kidlab/contract';

import { invalidInput } from '../common/failures.js';
import { textFields } from '../common/input.js';
import { passwordIn } from '../users/password-input.js';
import type { Environment } from '../config/environment.js';

/** Checks that a login carries an address and a password. @throws 400 naming each field. @returns the address, lower case. */
export function readAddress(body: unknown, environment: Environment): string {
  const form = loginForm(environment);
  const { username } = textFields(body, ['username']);
  const password = passwordIn(body, 'password');
  const faults: FieldError[] = faultsOf(form, { username, password: password === '' ? '' : 'x' });
  if (faults.length > 0) throw invalidInput(faults);
  return addressOf(username);
}

/** An address as users have it, however it was typed. */
export function addressOf(username: string): string {
  return username.normalize('NFC').trim().toLowerCase();
}
