import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiErrors, ApiPage, Created, FromPortal, NoContent, Ok } from '../common/api.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { sendPage } from '../common/simple-rest.js';
import { Form, type SentForm } from '../common/saved-form.js';
import { SignedIn, type StaffMember, UserAdminsOnly } from '../common/staff.js';
import { NewUserDto, UserChangeDto, UserDto, UserListDto } from './users.dto.js';
import { UsersService } from './users.service.js';

const { userNotFound, notYourself, lastUserAdmin, userExists, addressErased } = STAFF_MESSAGES;

/** The staff users. Source: admin portal, section 7; query dialect: the contract, section 6. */
@Controller('kidlab-reg/admin/api/users')
@UserAdminsOnly()
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @FromPortal('The users, or a page of them if `range` is sent.')
  @ApiPage(UserDto)
  async list(@Query() query: UserListDto, @Res() response: Response): Promise<void> {
    sendPage(response, 'users', await this.users.list(query));
  }

  @Get(':id')
  @ApiOperation({ summary: 'A user.' })
  @Ok(UserDto)
  @ApiErrors({ 404: userNotFound })
  get(@Param('id') id: string): Promise<UserDto> {
    return this.users.get(id);
  }

  @Post()
  @FromPortal('Adds a user and mails a link to set a password.')
  @Created(UserDto)
  @ApiErrors({ 409: [userExists, addressErased] })
  add(@Body() user: NewUserDto, @Form() form: SentForm): Promise<UserDto> {
    return this.users.add(user, form);
  }

  @Put(':id')
  @ApiOperation({ summary: 'Enables or disables a user. Disabling ends the user’s sessions.' })
  @Ok(UserDto)
  @ApiErrors({ 404: userNotFound, 409: [notYourself, lastUserAdmin] })
  change(
    @SignedIn() staff: StaffMember,
    @Param('id') id: string,
    @Body() change: UserChangeDto,
  ): Promise<UserDto> {
    return this.users.change(staff, id, change);
  }

  @Delete(':id')
  @FromPortal('Deletes a user and ends the user’s sessions.')
  @NoContent()
  @ApiErrors({ 404: userNotFound, 409: [notYourself, lastUserAdmin] })
  remove(@SignedIn() staff: StaffMember, @Param('id') id: string): Promise<void> {
    return this.users.remove(staff, id);
  }
}
