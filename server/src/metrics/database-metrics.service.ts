import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { DataSource } from 'typeorm';

import { Clock, Pauses } from '../common/clock.js';
import { MINUTE } from '../common/durations.js';
import { SIGN_IN } from '../common/staff.js';
import { poolOf } from '../common/statements.js';
import { Environment } from '../config/environment.js';

/** How long a scrape waits for the database, in milliseconds. Prometheus gives up after ten seconds. */
const PATIENCE_MS = 3_000;

/**
 * Messages scheduled for later are not counted. `$1`: now. A staff session is live if its last call was after `$2` and
 * its sign-in after `$3`.
 */
const FIGURES = `
  SELECT
    (SELECT count(*) FROM outbox_messages
       WHERE state = 'pending' AND (not_before IS NULL OR not_before <= $1))::int AS pending,
    (SELECT count(*) FROM outbox_messages WHERE state = 'claimed')::int AS claimed,
    (SELECT coalesce(extract(epoch FROM $1 - min(coalesce(retried_at, not_before, created_at))), 0)
       FROM outbox_messages
       WHERE state IN ('pending', 'claimed') AND (not_before IS NULL OR not_before <= $1))::float8 AS oldest,
    (SELECT coalesce(extract(epoch FROM $1 - min(next_attempt_at)), 0)
       FROM outbox_messages WHERE state IN ('pending', 'claimed') AND next_attempt_at <= $1)::float8 AS overdue,
    (SELECT count(*) FROM sessions
       WHERE expire > $1 AND last_call_at > $2 AND signed_in_at > $3)::int AS staff,
    (SELECT count(*) FROM sessions
       WHERE expire > $1 AND user_id IS NULL AND sess ->> 'isRegistrant' = 'true')::int AS registrants`;

type Figure = 'pending' | 'claimed' | 'oldest' | 'overdue' | 'staff' | 'registrants';

/**
 * Figures from the database, read for each scrape, so every process reports the same. When it does not answer, they
 * are missing, and `kidlab_database_up` is 0.
 */
@Injectable()
export class DatabaseMetrics {
  private readonly up: Gauge;
  private readonly connections: Gauge;
  private readonly messages: Gauge;
  private readonly age: Gauge;
  private readonly sessions: Gauge;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly pauses: Pauses,
    private readonly environment: Environment,
    registry: Registry,
  ) {
    const gauge = (name: string, help: string, ...labelNames: string[]): Gauge =>
      new Gauge({ name, help, labelNames, registers: [registry] });
    this.up = gauge('kidlab_database_up', '1: the database answered this scrape; 0: it did not.');
    this.connections = gauge(
      'kidlab_database_pool_connections',
      "This process's connections: total, idle; waiting: calls that wait for one.",
      'state',
    );
    this.messages = gauge('kidlab_mail_queue_messages', 'Messages due to be sent now.', 'state');
    this.age = gauge(
      'kidlab_mail_queue_age_seconds',
      'oldest: since the oldest unsent message was due; overdue: since the next attempt was due.',
      'of',
    );
    this.sessions = gauge('kidlab_sessions', 'Live sessions of staff and of registrants.', 'of');
  }

  async refresh(): Promise<void> {
    const { totalCount, idleCount, waitingCount } = poolOf(this.dataSource);
    this.connections.set({ state: 'total' }, totalCount);
    this.connections.set({ state: 'idle' }, idleCount);
    this.connections.set({ state: 'waiting' }, waitingCount);
    const read = this.read().catch(() => undefined);
    const figures = await Promise.race([read, this.pauses.pause(PATIENCE_MS)]);
    this.up.set(figures ? 1 : 0);
    for (const gauge of [this.messages, this.age, this.sessions]) gauge.reset();
    if (!figures) return;
    this.messages.set({ state: 'pending' }, figures.pending);
    this.messages.set({ state: 'claimed' }, figures.claimed);
    this.age.set({ of: 'oldest' }, figures.oldest);
    this.age.set({ of: 'overdue' }, figures.overdue);
    this.sessions.set({ of: 'staff' }, figures.staff);
    this.sessions.set({ of: 'registrants' }, figures.registrants);
  }

  private async read(): Promise<Record<Figure, number> | undefined> {
    const now = this.clock.now();
    const ago = (minutes: number): Date => new Date(now.getTime() - minutes * MINUTE);
    const lastCall = ago(this.environment.inactivityMinutes);
    const values = [now, lastCall, ago(SIGN_IN.sessionHours * 60)];
    const [figures]: Record<Figure, number>[] = await this.dataSource.query(FIGURES, values);
    return figures;
  }
}
