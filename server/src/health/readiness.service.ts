import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class Readiness {
  private draining = false;

  constructor(private readonly dataSource: DataSource) {}

  /** This process is about to stop: load balancers should stop sending requests. */
  drain(): void {
    this.draining = true;
  }

  /** The database answers, and its schema is the one that this program knows. */
  async isReady(): Promise<boolean> {
    if (this.draining) return false;
    try {
      return !(await this.dataSource.showMigrations());
    } catch {
      return false;
    }
  }
}
