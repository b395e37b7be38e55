import { expect, vi } from 'vitest';
import {
  ADMIN_API_PATH,
  ADMIN_BASE_PATH,
  IDEMPOTENCY_HEADER,
  type SignedInUser,
} from '@kidlab/contract';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';

export const STAFF: SignedInUser = {
  email: 'admin@example.org',
  isUserAdmin: true,
  idleTimeoutMinutes: 20,
};

export const CONNECTION_LOST =
  'We could not reach the server. Please check your internet connection and try again.';
export const SERVER_ERROR = 'Something went wrong on our side. Please try again.';

export interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  /** Of a list: rows on all pages. */
  readonly total?: number;
}

/** A call as the server sees it. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

/** By method and path below the portal's API: what the server answers; `null`: nothing, as without a line. */
type Answers = Readonly<
  Record<string, Answer | null | ((call: Call) => Answer | null | Promise<Answer>)>
>;

export interface Server {
  /** From now on it answers so, too. */
  readonly answer: (more: Answers) => void;
  /** The calls by that method on that path. */
  readonly calls: (name: string) => Call[];
}

function bodyOf(body: unknown): unknown {
  if (body instanceof URLSearchParams) return Object.fromEntries(body);
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
}

/** Stands for the server, in a browser that keeps nothing. A call that nobody has thought of gets no answer. */
export function serve(first: Answers = {}): Server {
  sessionStorage.clear();
  localStorage.clear();
  window.name = '';
  // Nobody was invited, unless a test says so.
  let answers: Answers = { 'GET /whoami': { body: STAFF }, 'GET /invitations': { body: [] } };
  const seen: Call[] = [];
  const server: Server = {
    answer: (more) => {
      answers = { ...answers, ...more };
    },
    calls: (name) => seen.filter(({ method, path }) => `${method} ${path}` === name),
  };
  server.answer(first);
  const fetch = vi.fn(async (address: string, request: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    const call: Call = {
      method: request.method ?? 'GET',
      path: url.pathname.replace(ADMIN_API_PATH, ''),
      query: url.searchParams,
      headers: new Headers(request.headers),
      body: bodyOf(request.body),
    };
    seen.push(call);
    const found = answers[`${call.method} ${call.path}`] ?? null;
    const answer = typeof found === 'function' ? await found(call) : found;
    if (answer === null) throw new TypeError('Failed to fetch');
    request.signal?.throwIfAborted();
    const { status = 200, body, total } = answer;
    const rows = Array.isArray(body) ? body.length : 0;
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: {
        'Content-Type': 'application/json',
        'Content-Range': `rows 0-${String(rows)}/${String(total ?? rows)}`,
      },
    });
  });
  Object.assign(globalThis, { fetch });
  return server;
}

/** Two tries of one form, and the next form: the tries have one key, the next form has another one. */
export function expectFormKeys(calls: readonly Call[]): void {
  const [first, again, next] = calls.map(({ headers }) => headers.get(IDEMPOTENCY_HEADER));
  expect(first).toMatch(/./);
  expect(again).toBe(first);
  expect(next).toMatch(/./);
  expect(next).not.toBe(first);
}

/** An answer that refuses, in words. */
export const refused = (status: number, message: string, more: object = {}): Answer => ({
  status,
  body: { statusCode: status, message, ...more },
});

export interface Shown {
  readonly user: UserEvent;
  /** The address below the portal's base. */
  readonly address: () => string;
  readonly router: ReturnType<typeof createMemoryRouter>;
}

/** Opens an address among these routes. */
export function show(routes: RouteObject[], address: string): Shown {
  const router = createMemoryRouter(routes, {
    basename: ADMIN_BASE_PATH,
    initialEntries: [ADMIN_BASE_PATH + address],
  });
  render(<RouterProvider router={router} />);
  return {
    user: userEvent.setup(),
    router,
    address: () => {
      const { pathname, search } = router.state.location;
      return pathname.slice(ADMIN_BASE_PATH.length) + search;
    },
  };
}

/** The page's only h1. */
export function expectHeading(text: string): Promise<void> {
  return waitFor(() => {
    const headings = screen.getAllByRole('heading', { level: 1 });
    expect(headings.map(({ textContent }) => textContent)).toEqual([text]);
  });
}

/** A control by its name. */
export function field(name: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (found === null) throw new Error(`there is no field ${name}`);
  return found;
}

/** Writes into a field, or chooses, instead of what stands there. */
export async function enter(user: UserEvent, name: string, value: string): Promise<void> {
  const control: HTMLElement = field(name);
  if (control instanceof HTMLSelectElement) {
    await user.selectOptions(control, value);
    return;
  }
  await user.clear(control);
  await user.click(control);
  await user.paste(value);
}

export const press = (user: UserEvent, name: string): Promise<void> =>
  user.click(screen.getByRole('button', { name }));

/** The choices of a list, by what they say. */
export const optionsOf = (name: string): (string | null)[] =>
  [...field(name).querySelectorAll('option')].map(({ textContent }) => textContent);

/** What stands in a place of the page, without the space around it. */
export const textsOf = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());

/** What a screen reader reads out as a field's description. */
export function descriptionOf(control: Element): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

/** The rows of the table. */
export const rows = (): HTMLTableRowElement[] =>
  [...document.querySelectorAll('tbody tr')] as never;
/** What the cells of a row say. */
export const cellsOf = (row: Element | undefined): string[] =>
  [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);

export const rowsShown = (count: number): Promise<void> =>
  waitFor(() => {
    expect(rows()).toHaveLength(count);
  });

export const tableGone = (): Promise<void> =>
  waitFor(() => {
    expect(document.querySelector('table')).toBeNull();
  });
/** Waits until an alert says it. */
export const alertsSay = (text: string): Promise<void> =>
  waitFor(() => {
    expect(
      screen
        .getAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain(text);
  });

/** A field is marked as wrong, in these words. */
export async function expectFault(name: string, message: string): Promise<void> {
  await waitFor(() => {
    expect([name, field(name).getAttribute('aria-invalid')]).toEqual([name, 'true']);
  });
  expect(descriptionOf(field(name))).toBe(message);
}
