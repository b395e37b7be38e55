import type { StaffUser } from '@kidlab/contract';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Post,
  Put,
  Query,
  Res,
} from '@nestjs/common';
import type { Response } from 'express';

import { Documented } from '../common/documented.js';
import { USERS_DOCS } from './users.docs.js';
import { contentRange } from '../common/simple-rest.js';
import { SignedIn, type StaffMember, UserAdminsOnly } from '../common/staff.js';
import { UsersService } from './users.service.js';

/** Who may sign in. Source: admin portal, section 7; the dialect: the contract, section 6. */
@Controller('kidlab-reg/admin/api/users')
@UserAdminsOnly()
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @Documented(USERS_DOCS.list)
  async list(
    @Query() query: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StaffUser[]> {
    const { users, offset, total } = await this.users.list(query);
    response.setHeader('Content-Range', contentRange('users', offset, users.length, total));
    return users;
  }

  @Get(':id')
  @Documented(USERS_DOCS.get)
  get(@Param('id') id: string): Promise<StaffUser> {
    return this.users.get(id);
  }

  @Post()
  @Documented(USERS_DOCS.add)
  add(@SignedIn() staff: StaffMember, @Body() body: unknown): Promise<StaffUser> {
    return this.users.add(staff, body);
  }

  @Put(':id')
  @Documented(USERS_DOCS.change)
  change(
    @SignedIn() staff: StaffMember,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<StaffUser> {
    return this.users.change(staff, id, body);
  }

  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Documented(USERS_DOCS.remove)
  remove(@SignedIn() staff: StaffMember, @Param('id') id: string): Promise<void> {
    return this.users.remove(staff, id);
  }
}
