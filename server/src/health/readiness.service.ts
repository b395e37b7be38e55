import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class Readiness {
  private draining = false;

  constructor(private readonly dataSource: DataSource) {}

  /** From now on the process is not ready, so load balancers stop sending requests. */
  drain(): void {
    this.draining = true;
  }

  /** Whether the database answers and has all migrations. */
  async isReady(): Promise<boolean> {
    if (this.draining) return false;
    try {
      return !(await this.dataSource.showMigrations());
    } catch {
      return false;
    }
  }
}
