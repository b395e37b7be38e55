import {
  createParamDecorator,
  type CustomDecorator,
  type ExecutionContext,
  SetMetadata,
} from '@nestjs/common';
import type { Request } from 'express';

/** Who is signed in behind a staff call; put on the request by the staff guard, from the session and the users' table. */
export interface StaffMember {
  readonly id: number;
  /** Lower case. */
  readonly email: string;
  readonly isUserAdmin: boolean;
}

/** Metadata keys that the staff guard reads. */
export const STAFF_ACCESS = { anyone: 'staff:anyone', userAdmins: 'staff:user-admins' } as const;

/** A call below the staff path that needs no session (sign in, forgotten password). All others do, by default. */
export const WithoutSession = (): CustomDecorator => SetMetadata(STAFF_ACCESS.anyone, true);

/** For user administrators alone: 403 for other staff. */
export const UserAdminsOnly = (): CustomDecorator => SetMetadata(STAFF_ACCESS.userAdmins, true);

/** A request that passed the staff guard. */
export type StaffRequest = Request & { staff?: StaffMember };

/** The signed-in staff member behind a call. */
export const SignedIn = createParamDecorator(
  (_: unknown, context: ExecutionContext): StaffMember => {
    const { staff } = context.switchToHttp().getRequest<StaffRequest>();
    if (staff === undefined) throw new Error('the staff guard did not run');
    return staff;
  },
);
