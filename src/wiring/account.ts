import type {ComponentType} from 'react'
import {FirstAdmin} from '../ui/account/FirstAdmin'
import {NewPassword} from '../ui/account/NewPassword'
import {PasswordReset} from '../ui/account/PasswordReset'
import {Register} from '../ui/account/Register'
import {Verification} from '../ui/account/Verification'
import type {Connections} from './connections'

export type AccountScreens = Readonly<
  Record<'register' | 'passwordReset' | 'newPassword' | 'verification' | 'firstAdmin', ComponentType>
>

/** The screens of people without a session. */
export function createAccountScreens(_connections: Pick<Connections, 'http'>): AccountScreens {
  return {
    register: Register,
    passwordReset: PasswordReset,
    newPassword: NewPassword,
    verification: Verification,
    firstAdmin: FirstAdmin,
  }
}
