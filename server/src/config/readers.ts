import { readFileSync, statSync } from 'node:fs';

import { LENGTH } from '@kidlab/contract';

import type { VariableName } from './variables.js';

/** Stops the start with one line: the variable, what is wrong with it, and an example. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(
    readonly variable: string,
    fault: string,
    example: string,
  ) {
    super(`${variable} ${fault}; for example ${variable}=${example}`);
  }
}

/** Largest file of a variable, in bytes. */
const MAX_FILE = 65_536;

function contentOf(path: string, name: VariableName): string {
  const example = `/run/secrets/${name.toLowerCase()}`;
  try {
    if (statSync(path).size <= MAX_FILE) return readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown fault';
    throw new ConfigurationError(`${name}_FILE`, `cannot be read (${code})`, example);
  }
  throw new ConfigurationError(`${name}_FILE`, 'names a file that is too large', example);
}

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads typed values from environment variables. An empty variable counts as not set. Instead of `NAME`, `NAME_FILE`
 * may hold the path of a file with the value, as containers provide secrets. Errors never repeat a value: it may be a
 * secret.
 */
export abstract class VariableReader {
  readonly #variables: Variables;

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  protected text(name: VariableName): string | null {
    const value = this.exactText(name)?.trim();
    return value === undefined || value === '' ? null : value;
  }

  /** The untrimmed value, without the final line end of a file. */
  protected exactText(name: VariableName): string | null {
    const value = this.#variables[name] ?? '';
    const path = this.#variables[`${name}_FILE`] ?? '';
    if (path === '') return value === '' ? null : value;
    if (value !== '') {
      throw new ConfigurationError(
        `${name}_FILE`,
        `is set, and ${name} as well: use only one of them`,
        `/run/secrets/${name.toLowerCase()}`,
      );
    }
    const content = contentOf(path, name).replace(/\r?\n$/, '');
    return content === '' ? null : content;
  }

  protected require(name: VariableName, why: string, example: string): void {
    if (this.text(name) === null) throw new ConfigurationError(name, `is missing: ${why}`, example);
  }

  protected checked(
    name: VariableName,
    fallback: string,
    isRight: (value: string) => boolean,
    [fault, example]: readonly [fault: string, example: string],
  ): string {
    const value = this.text(name) ?? fallback;
    if (!isRight(value)) throw new ConfigurationError(name, fault, example);
    return value;
  }

  /** One line of text of at most 80 characters. */
  protected words(name: VariableName, fallback: string): string {
    return this.checked(
      name,
      fallback,
      (value) => value.length <= 80 && !/[\p{Cc}<>]/u.test(value),
      ['must be one line of at most 80 characters without < and >', `"${fallback}"`],
    );
  }

  protected integer(name: VariableName, fallback: number, from: number, to: number): number {
    const value = this.checked(
      name,
      String(fallback),
      (text) => /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to,
      [`must be a whole number from ${String(from)} to ${String(to)}`, String(fallback)],
    );
    return Number(value);
  }

  protected oneOf<Value extends string>(
    name: VariableName,
    values: readonly Value[],
    fallback: Value,
  ): Value {
    const value = (this.text(name) ?? fallback).toLowerCase();
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) {
      throw new ConfigurationError(name, `must be one of ${values.join(', ')}`, fallback);
    }
    return found;
  }

  /** A URL with one of the given protocols (`https:` …), unchanged except for a trailing slash. */
  protected url(name: VariableName, protocols: readonly string[], example: string): string | null {
    const value = this.text(name);
    if (value === null) return null;
    const url = URL.canParse(value) ? new URL(value) : null;
    if (url === null || !protocols.includes(url.protocol) || url.hostname === '') {
      const schemes = protocols.map((protocol) => `${protocol}//`).join(' or ');
      const fault = `must be a URL that begins with ${schemes}; in user and password, # is written as %23, / as %2F`;
      throw new ConfigurationError(name, fault, example);
    }
    if (!isDecodable(url.username + url.password)) {
      const fault = 'has a % in user or password that must be written as %25';
      throw new ConfigurationError(name, fault, example);
    }
    return value.replace(/\/$/, '');
  }

  protected email(name: VariableName): string | null {
    const value = this.text(name);
    return value === null ? null : emailOf(name, value);
  }

  /** Comma-separated items, each parsed by `read`. */
  protected list(
    name: VariableName,
    read: (name: VariableName, item: string) => string = (_, item) => item,
  ): string[] {
    const items = (this.text(name) ?? '').split(',').map((item) => item.trim());
    return items.filter((item) => item !== '').map((item) => read(name, item));
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** An origin: scheme, host and port without a path. */
export function originOf(name: VariableName, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/') {
    throw new ConfigurationError(
      name,
      'must be an origin: http:// or https://, host and port, without a path',
      'https://registration.example.org',
    );
  }
  return url.origin;
}

export function emailOf(name: VariableName, value: string): string {
  // Hosts without a dot, as in `admin@localhost`, are valid: these are the operator's own addresses.
  if (!/^[^\s@<>,]+@[^\s@<>,]+$/.test(value) || value.length > LENGTH.email) {
    const fault = `must be an email address of at most ${String(LENGTH.email)} characters`;
    throw new ConfigurationError(name, fault, 'colleague@example.org');
  }
  return value.toLowerCase();
}
