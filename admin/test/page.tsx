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
  /** In place of JSON. */
  readonly text?: string;
  /** Total rows of a list. */
  readonly total?: number;
}

/** A request to the server. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Answers by method and path below the staff API; `null` for a lost connection. */
type Answers = Readonly<
  Record<string, Answer | null | ((call: Call) => Answer | null | Promise<Answer>)>
>;

export interface Server {
  /** Adds or replaces answers. */
  readonly answer: (more: Answers) => void;
  /** The calls so far, by method and path. */
  readonly calls: (name: string) => Call[];
}

function bodyOf(body: unknown): unknown {
  if (body instanceof URLSearchParams) return Object.fromEntries(body);
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
}

/** Fakes the server and clears the browser's storage. A call without an answer fails like a lost connection. */
export function serve(first: Answers = {}): Server {
  sessionStorage.clear();
  localStorage.clear();
  window.name = '';
  // By default, there are no invitations.
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
    const { text = body === undefined ? null : JSON.stringify(body) } = answer;
    const rows = Array.isArray(body) ? body.length : 0;
    return new Response(text, {
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

/** Expects one idempotency key for two tries of one form, and another key for the next form. */
export function expectFormKeys(calls: readonly Call[]): void {
  const [first, again, next] = calls.map(({ headers }) => headers.get(IDEMPOTENCY_HEADER));
  expect(first).toMatch(/./);
  expect(again).toBe(first);
  expect(next).toMatch(/./);
  expect(next).not.toBe(first);
}

/** An error response with a message. */
export const refused = (status: number, message: string, more: object = {}): Answer => ({
  status,
  body: { statusCode: status, message, ...more },
});

/** A response that the server sends when it is released. */
export function aLateAnswer(): {
  readonly late: Promise<Answer>;
  readonly release: (answer: Answer) => void;
} {
  let release: (answer: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    release = resolve;
  });
  return { late, release };
}

export interface Shown {
  readonly user: UserEvent;
  /** Without the base path of the portal. */
  readonly address: () => string;
  readonly router: ReturnType<typeof createMemoryRouter>;
}

/** Renders the routes at an address. */
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

/** Waits for the page's only h1. */
export function expectHeading(text: string): Promise<void> {
  return waitFor(() => {
    const headings = screen.getAllByRole('heading', { level: 1 });
    expect(headings.map(({ textContent }) => textContent)).toEqual([text]);
  });
}

/** Waits for the focus, because effects move it after the render. */
export function expectFocus(find: () => Element | null | undefined): Promise<void> {
  return waitFor(() => {
    expect(document.activeElement).toBe(find());
  });
}
export const heading = (): Element | null => document.querySelector('h1');

/** Makes the screen as narrow as a phone's, until mocks are restored. */
export function onPhone(): void {
  const desktop = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(desktop(media), { matches: media.includes('max-width') }),
  );
}

/** The form control with this name. */
export function field(name: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (found === null) throw new Error(`there is no field ${name}`);
  return found;
}

/** Replaces the value of a field, or selects an option. */
export async function enter(user: UserEvent, name: string, value: string): Promise<void> {
  const control: HTMLElement = field(name);
  if (control instanceof HTMLSelectElement) {
    await user.selectOptions(control, value);
    return;
  }
  await user.clear(control);
  await user.paste(value);
}

export const press = (user: UserEvent, name: string): Promise<void> =>
  user.click(screen.getByRole('button', { name }));

/** The labels of a select. */
export const optionsOf = (name: string): (string | null)[] =>
  [...field(name).querySelectorAll('option')].map(({ textContent }) => textContent);

/** The trimmed texts of the matching elements. */
export const textsOf = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());

/** The accessible description of a control. */
export function descriptionOf(control: Element): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

/** The rows of the table. */
export const rows = (): HTMLTableRowElement[] =>
  [...document.querySelectorAll('tbody tr')] as never;
/** The texts of a row's cells. */
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
/** Waits until an alert contains the text. */
export const alertsSay = (text: string): Promise<void> =>
  waitFor(() => {
    expect(
      screen
        .getAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain(text);
  });

/** Expects an invalid field with this message. */
export async function expectFault(name: string, message: string): Promise<void> {
  await waitFor(() => {
    expect([name, field(name).getAttribute('aria-invalid')]).toEqual([name, 'true']);
  });
  expect(descriptionOf(field(name))).toBe(message);
}
