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
    const isUpToDate = this.dataSource.showMigrations().then(
      (arePending) => !arePending,
      () => false,
    );
    return Promise.race([isUpToDate, late]).finally(() => clearTimeout(timer));
  }
}
