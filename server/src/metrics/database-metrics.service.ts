import { SIGN_IN } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Gauge, Registry } from 'prom-client';
import { DataSource } from 'typeorm';

import { Clock } from '../common/clock.js';
import { Pauses } from '../common/pauses.js';
import { Environment } from '../config/environment.js';

/** How long a scrape waits for the database, in milliseconds: Prometheus itself gives up after ten seconds. */
const PATIENCE_MS = 3_000;

/** $1: now, $2: the earliest last call and $3 the earliest sign-in of a staff session that still lives. */
const FIGURES = `
  SELECT
    (SELECT count(*) FROM outbox_messages WHERE state = 'pending')::int AS pending,
    (SELECT count(*) FROM outbox_messages WHERE state = 'claimed')::int AS claimed,
    (SELECT extract(epoch FROM $1 - min(coalesce(retried_at, created_at)))
       FROM outbox_messages WHERE state IN ('pending', 'claimed'))::float8 AS oldest,
    (SELECT extract(epoch FROM $1 - min(next_attempt_at))
       FROM outbox_messages WHERE state IN ('pending', 'claimed') AND next_attempt_at <= $1)::float8 AS overdue,
    (SELECT count(*) FROM sessions
       WHERE expire > $1 AND last_call_at > $2 AND signed_in_at > $3)::int AS staff,
    (SELECT count(*) FROM sessions
       WHERE expire > $1 AND user_id IS NULL AND sess ->> 'isRegistrant' = 'true')::int AS registrants`;

interface Figures {
  readonly pending: number;
  readonly claimed: number;
  readonly oldest: number | null;
  readonly overdue: number | null;
  readonly staff: number;
  readonly registrants: number;
}

/**
 * What the database knows, read anew for each scrape: every process tells the same. While it does not answer, its figures
 * are missing instead of old, and `kidlab_database_up` is 0.
 */
@Injectable()
export class DatabaseMetrics {
  private readonly pool: Pool;
  private readonly up: Gauge;
  private readonly connections: Gauge<'state'>;
  private readonly queue: Gauge<'state'>;
  private readonly age: Gauge<'of'>;
  private readonly sessions: Gauge<'of'>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly pauses: Pauses,
    private readonly environment: Environment,
    registry: Registry,
  ) {
    this.pool = (dataSource.driver as unknown as { master: Pool }).master;
    const gauge = <Label extends string>(
      name: string,
      help: string,
      ...labelNames: Label[]
    ): Gauge<Label> => new Gauge({ name, help, labelNames, registers: [registry] });
    this.up = gauge(
      'kidlab_database_up',
      '1: the database has answered this scrape; 0: it has not.',
    );
    this.connections = gauge(
      'kidlab_database_pool_connections',
      "This process's connections: total, idle; waiting: calls that wait for one.",
      'state',
    );
    this.queue = gauge('kidlab_mail_queue_messages', 'Messages that are to be mailed.', 'state');
    this.age = gauge(
      'kidlab_mail_queue_age_seconds',
      'Oldest: since the oldest unsent message was queued; overdue: since its next try was due.',
      'of',
    );
    this.sessions = gauge('kidlab_sessions', 'Live sessions of staff and of registrants.', 'of');
  }

  async refresh(): Promise<void> {
    const { totalCount, idleCount, waitingCount } = this.pool;
    this.connections.set({ state: 'total' }, totalCount);
    this.connections.set({ state: 'idle' }, idleCount);
    this.connections.set({ state: 'waiting' }, waitingCount);
    const figures = await Promise.race([this.read(), this.pauses.pause(PATIENCE_MS)]);
    for (const gauge of [this.queue, this.age, this.sessions]) gauge.reset();
    this.up.set(figures ? 1 : 0);
    if (!figures) return;
    this.queue.set({ state: 'pending' }, figures.pending);
    this.queue.set({ state: 'claimed' }, figures.claimed);
    this.age.set({ of: 'oldest' }, figures.oldest ?? 0);
    this.age.set({ of: 'overdue' }, figures.overdue ?? 0);
    this.sessions.set({ of: 'staff' }, figures.staff);
    this.sessions.set({ of: 'registrants' }, figures.registrants);
  }

  private async read(): Promise<Figures | null> {
    const now = this.clock.now();
    const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
    try {
      const [figures] = await this.dataSource.query<Figures[]>(FIGURES, [
        now,
        ago(this.environment.inactivityMinutes),
        ago(SIGN_IN.sessionHours * 60),
      ]);
      return figures ?? null;
    } catch {
      return null;
    }
  }
}
