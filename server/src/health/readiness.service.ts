import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** How long to wait for the database, in milliseconds. A frozen one never answers. */
const ANSWER_WITHIN_MS = 5_000;

@Injectable()
export class Readiness {
  private draining = false;

  constructor(private readonly dataSource: DataSource) {}

  /** Makes the process report "not ready", so that load balancers stop sending requests. */
  drain(): void {
    this.draining = true;
  }

  /** Whether the database answers and has all migrations. */
  async isReady(): Promise<boolean> {
    if (this.draining) return false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
    });
    const isUpToDate = this.isUpToDate().catch(() => false);
    return Promise.race([isUpToDate, late]).finally(() => clearTimeout(timer));
  }

  /** TypeORM's `showMigrations` is slower, and keeps its connection for good if a statement fails. */
  private async isUpToDate(): Promise<boolean> {
    const applied = await this.dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
    const names = new Set(applied.map(({ name }) => name));
    return this.dataSource.migrations.every((each) =>
      names.has(each.name ?? each.constructor.name),
    );
  }
}
