import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A login is one statement: it locks the user, asks this, and writes the session. What a statement reads is what was committed
 * when it began; each query of a VOLATILE function is told what is committed by then. So a second factor that was
 * switched on while the login waited for the lock is seen. (Declared STABLE, it would not be.)
 */
const UP = `
CREATE FUNCTION has_second_factor_by_now(asked_id integer) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM second_factors
    WHERE user_id = asked_id AND secret IS NOT NULL AND confirmed_at IS NOT NULL);
END $$;
`;

const DOWN = 'DROP FUNCTION has_second_factor_by_now';

export class SignInAtOnce1795138500000 implements MigrationInterface {
  name = 'SignInAtOnce1795138500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
