import type { DataSource, QueryRunner } from 'typeorm';

/** Work that follows a commit, asked for inside the transaction. A rollback drops it. */
export class AfterCommit {
  /** @param name unique: it is a key of `queryRunner.data` */
  constructor(private readonly name: string) {}

  /** Asks for the work, in the transaction of an entity manager or of a subscriber's event. */
  note({ queryRunner }: { readonly queryRunner?: QueryRunner | undefined }): void {
    if (queryRunner !== undefined) queryRunner.data[this.name] = true;
  }

  /** Runs `work` after each commit that asked for it. It isn't awaited: the transaction still holds its connection. */
  run(dataSource: DataSource, work: () => void): void {
    dataSource.subscribers.push({
      afterTransactionCommit: ({ queryRunner }) => {
        if (queryRunner.data[this.name] === true) work();
      },
    });
  }
}
