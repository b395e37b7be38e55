import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Whether this process can do its work. */
@Injectable()
export class Readiness {
  constructor(private readonly dataSource: DataSource) {}

  /** The database answers, and its schema is the one that this program knows. */
  async isReady(): Promise<boolean> {
    try {
      return !(await this.dataSource.showMigrations());
    } catch {
      return false;
    }
  }
}
