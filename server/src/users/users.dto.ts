import { type StaffUser, staffUserForm } from '@kidlab/contract';
import { ApiProperty } from '@nestjs/swagger';

import { EXAMPLE } from '../common/api.js';
import { Field, lowerCase, TrueOrFalse } from '../common/field.js';
import { Ids, PartOfText } from '../common/filter-fields.js';
import { Filters, ListQuery } from '../common/simple-rest.js';

export class NewUserDto {
  @Field((lab) => staffUserForm(lab).email, { as: lowerCase, example: EXAMPLE.staff })
  readonly email: string;

  @TrueOrFalse('`true` when left out.') readonly enabled?: boolean;
}

export class UserChangeDto {
  @TrueOrFalse('Unchanged when left out.') readonly enabled?: boolean;
}

class UserFilterDto {
  @Ids() readonly id?: number[];
  @PartOfText() readonly q?: string;
}

export class UserListDto extends ListQuery(['id', 'email', 'enabled'], {
  column: 'email',
  direction: 'ASC',
}) {
  @Filters(UserFilterDto, { q: 'sam' })
  readonly filter = new UserFilterDto();
}

export class UserDto implements StaffUser {
  @ApiProperty({ example: 5 }) readonly id: number;
  @ApiProperty({ example: EXAMPLE.staff, description: 'Lower case.' }) readonly email: string;
  @ApiProperty() readonly enabled: boolean;

  @ApiProperty({ description: 'Without one, the user can’t sign in.' })
  readonly hasPassword: boolean;

  @ApiProperty({ description: 'Whether signing in also asks for a code.' })
  readonly hasSecondFactor: boolean;

  @ApiProperty() readonly isUserAdmin: boolean;
}
