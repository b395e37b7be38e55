import type { DataSource, QueryRunner } from 'typeorm';

/** Work to run after a commit, requested inside the transaction. A rollback drops the request. */
export class AfterCommit {
  /** @param name unique: it is a key of `queryRunner.data` */
  constructor(private readonly name: string) {}

  /** Requests the work, in the transaction of an entity manager or of a subscriber event. */
  note({ queryRunner }: { readonly queryRunner?: QueryRunner | undefined }): void {
    if (queryRunner !== undefined) queryRunner.data[this.name] = true;
  }

  /** Runs `work` after each commit that requested it. Not awaited: the transaction still holds its connection. */
  run(dataSource: DataSource, work: () => void): void {
    dataSource.subscribers.push({
      afterTransactionCommit: ({ queryRunner }) => {
        if (queryRunner.data[this.name] === true) work();
      },
    });
  }
}
