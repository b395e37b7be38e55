import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { Outbox } from '../src/email/outbox.repository.js';
import { MetricsServer } from '../src/metrics/metrics-server.service.js';
import { startWiredTestApp } from './app.js';
import { Registrant } from './registrant.js';
import { freePort } from './server-process.js';
import { signIn } from './staff.js';

let product: Awaited<ReturnType<typeof startWiredTestApp>>;
let origin: string;

beforeEach(async () => {
  product = await startWiredTestApp();
  const port = await freePort();
  origin = `http://127.0.0.1:${String(port)}`;
  await product.app.get(MetricsServer, { strict: false }).listen(port, '127.0.0.1');
});
afterEach(() => product.stop());

/** The lines of a scrape that begin with `name`. */
async function lines(name: string): Promise<string[]> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return text.split('\n').filter((line) => line.startsWith(name));
}

/** The value of a metric with its labels; `NaN` if it is missing. */
async function value(name: string): Promise<number> {
  const found = (await lines(`${name} `))[0];
  return Number(found?.slice(name.length));
}

describe('/metrics', () => {
  test('counts requests by route pattern, never by the requested path', async () => {
    const browser = await signIn(product);
    await browser.get('/kidlab-reg/admin/api/families/4711').expect(404);
    await browser.get('/kidlab-reg/admin/api/somebody@example.org/4711').expect(404);
    await product.browser().get('/health/live').expect(200);

    const counted = await lines('kidlab_http_requests_total');

    expect(counted).toContain(
      'kidlab_http_requests_total{method="GET",route="/health/live",status="200"} 1',
    );
    expect(counted).toContain(
      'kidlab_http_requests_total{method="GET",route="/kidlab-reg/admin/api/families/:id",status="404"} 1',
    );
    expect(counted.join('\n')).not.toMatch(/4711|somebody/);
    expect(
      await value('kidlab_http_request_duration_seconds_count{method="GET",route="/health/live"}'),
    ).toBe(1);
    expect(await value('kidlab_http_requests_under_way')).toBe(0);
  });

  test('shows the depth and age of the mail queue, and the results of sending', async () => {
    const registrant = await Registrant.withChild(product);
    await registrant.agree();
    product.clock.advance({ minutes: 2 });

    expect(await value('kidlab_mail_queue_messages{state="pending"}')).toBe(1);
    expect(await value('kidlab_mail_queue_age_seconds{of="oldest"}')).toBe(120);
    expect(await value('kidlab_mail_queue_age_seconds{of="overdue"}')).toBe(120);

    await product.deliver();

    expect(await value('kidlab_mail_queue_messages{state="pending"}')).toBe(0);
    expect(await value('kidlab_mail_queue_age_seconds{of="oldest"}')).toBe(0);
    expect(await value('kidlab_mails_total{kind="confirmation",result="sent"}')).toBe(1);
    // Without a failure too, so that an alert on an increase sees the first one.
    expect(await value('kidlab_mails_total{kind="confirmation",result="failed"}')).toBe(0);
  });

  test('does not count mail before it is due', async () => {
    const notBefore = new Date(product.clock.now().getTime() + 3_600_000);
    const { manager } = product.dataSource;
    const mail = { kind: 'trial', dedupeKey: 'trial', toAddress: 'parent@example.org', notBefore };
    await product.app.get(Outbox, { strict: false }).enqueue(manager, mail);
    expect(await value('kidlab_mail_queue_messages{state="pending"}')).toBe(0);
    expect(await value('kidlab_mail_queue_age_seconds{of="oldest"}')).toBe(0);

    product.clock.advance({ hours: 1, minutes: 2 });

    expect(await value('kidlab_mail_queue_messages{state="pending"}')).toBe(1);
    expect(await value('kidlab_mail_queue_age_seconds{of="oldest"}')).toBe(120);
    expect(await value('kidlab_mail_queue_age_seconds{of="overdue"}')).toBe(120);
  });

  test('shows live sessions, connections and Node’s own metrics', async () => {
    await signIn(product);
    await Registrant.withChild(product);

    expect(await value('kidlab_sessions{of="staff"}')).toBe(1);
    expect(await value('kidlab_sessions{of="registrants"}')).toBe(1);
    expect(await value('kidlab_database_pool_connections{state="total"}')).toBeGreaterThan(0);
    expect(await value('kidlab_database_pool_connections{state="waiting"}')).toBe(0);
    expect(await value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);

    product.clock.advance({ minutes: 21 });
    expect(await value('kidlab_sessions{of="staff"}')).toBe(0);
  });

  test('still responds while the database is down, without stale values', async () => {
    expect(await value('kidlab_database_up')).toBe(1);

    product.wire.cut();

    expect(await value('kidlab_database_up')).toBe(0);
    expect(await lines('kidlab_mail_queue_messages{')).toEqual([]);
  });

  test('contains no personal data and is not served on the port of the site', async () => {
    const registrant = await Registrant.withChild(product);
    await registrant.agree();
    await product.deliver();

    const text = await (await fetch(`${origin}/metrics`)).text();
    expect(text).not.toContain('@');
    expect((await product.browser().get('/metrics')).status).toBe(404);
    expect((await fetch(`${origin}/health/live`)).status).toBe(404);
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(405);
  });
});
