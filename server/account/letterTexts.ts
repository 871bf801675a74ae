import {TITLE} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'
import type {LetterText} from '../mail/repository'

interface Link {
  token: string
  expiresAt: EpochMs
}

export function verification(origin: string, {token, expiresAt}: Link): LetterText {
  return {
    subject: `Verify your email for ${TITLE}`,
    link: {label: 'Verify your email', url: `${origin}/verification?token=${token}`},
    before: [`Somebody registered at ${TITLE} with this email. If it was you, verify it; then you can sign in.`],
    after: [
      worksUntil(expiresAt),
      'If it was not you, ignore this mail: without the link nobody can sign in with your email.',
    ],
  }
}

export function passwordReset(origin: string, {token, expiresAt}: Link): LetterText {
  return {
    subject: `Set a new password for ${TITLE}`,
    link: {label: 'Set a new password', url: `${origin}/newPassword?token=${token}`},
    before: [`Somebody asked for a new password for your account at ${TITLE}. If it was you, set one.`],
    after: [
      worksUntil(expiresAt),
      'If it was not you, ignore this mail: without the link nobody can change your password.',
    ],
  }
}

export function alreadyRegistered(origin: string): LetterText {
  return {
    subject: `You already have an account at ${TITLE}`,
    before: [
      `Somebody registered at ${TITLE} with this email, which has an account already. Nothing was changed.`,
      `If it was you, sign in with the password that you have, or set a new one at ${origin}/passwordReset if you forgot it.`,
    ],
    link: {label: 'Sign in', url: `${origin}/login`},
    after: ['If it was not you, ignore this mail: nobody but you can sign in with your email.'],
  }
}

export function passwordChanged(origin: string): LetterText {
  return {
    subject: `Your password for ${TITLE} was changed`,
    before: [
      `The password of your account at ${TITLE} was changed. Whoever was signed in elsewhere is signed out.`,
      'If it was you, there is nothing to do. If it was not, set a new password now.',
    ],
    link: {label: 'Set a new password', url: `${origin}/passwordReset`},
    after: [],
  }
}

function worksUntil(expiresAt: EpochMs): string {
  const end = new Intl.DateTimeFormat('en-GB', {dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC'})
  return `The link works once, until ${end.format(expiresAt)} UTC.`
}
