import {TITLE} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'
import type {EmailText} from '../mail/repository'

interface Link {
  token: string
  expiresAt: EpochMs
}

export function verification(origin: string, {token, expiresAt}: Link): EmailText {
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

interface LinkOfAccount extends Link {
  organisationTitle: string | null
}

/** Someone who has accounts in several organisations gets a link for each. */
export function passwordReset(origin: string, first: LinkOfAccount, others: readonly LinkOfAccount[] = []): EmailText {
  const isOnly = others.length === 0
  const linkOf = ({token, organisationTitle}: LinkOfAccount) => ({
    label: isOnly
      ? 'Set a new password'
      : `Set a new password for ${organisationTitle ?? 'the account without an organisation'}`,
    url: `${origin}/newPassword?token=${token}`,
  })
  return {
    subject: `Set a new password for ${TITLE}`,
    link: linkOf(first),
    furtherLinks: others.map(linkOf),
    before: isOnly
      ? [`Somebody asked for a new password for your account at ${TITLE}. If it was you, set one.`]
      : [
          `Somebody asked for a new password for your accounts at ${TITLE}. If it was you, set one for each that you use.`,
          'The password with which you sign in says which account you get.',
        ],
    after: [
      worksUntil(first.expiresAt),
      'If it was not you, ignore this mail: without the link nobody can change your password.',
    ],
  }
}

export function alreadyRegistered(origin: string): EmailText {
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

export function invitation(origin: string, {token, expiresAt}: Link, organisationTitle: string | null): EmailText {
  const where = organisationTitle === null ? TITLE : `${organisationTitle} at ${TITLE}`
  return {
    subject: `You are invited to ${where}`,
    link: {label: 'Set a password', url: `${origin}/newPassword?token=${token}`},
    before: [`An admin has made an account for you: ${where}. Set a password, and then sign in with this email.`],
    after: [
      worksUntil(expiresAt),
      'If you expected no invitation, ignore this mail: without the link nobody can sign in.',
    ],
  }
}

export function emailChange(origin: string, {token, expiresAt}: Link): EmailText {
  return {
    subject: `Verify your new email for ${TITLE}`,
    link: {label: 'Verify your new email', url: `${origin}/verification?token=${token}&change=email`},
    before: [
      `Somebody wants to use this email for an account at ${TITLE}. If it was you, verify it; until then the former email holds.`,
    ],
    after: [worksUntil(expiresAt), 'If it was not you, ignore this mail: nothing changes.'],
  }
}

export function emailTaken(origin: string): EmailText {
  return {
    subject: `Your email is in use at ${TITLE} already`,
    before: [
      `Somebody wants to use this email for another account at ${TITLE}, but it belongs to an account of the same organisation. Nothing was changed.`,
      'If it was you, sign in with the account that you have.',
    ],
    link: {label: 'Sign in', url: `${origin}/login`},
    after: ['If it was not you, ignore this mail.'],
  }
}

export const emailChangeAsked = (origin: string): EmailText =>
  toNewPassword(origin, {
    subject: `Your account at ${TITLE} is to get another email`,
    before: [
      `Somebody who knows your password wants to use another email for your account at ${TITLE}. It holds as soon as it is verified; until then this one does.`,
      'If it was you, there is nothing to do here. If it was not, set a new password now: then nothing changes.',
    ],
  })

export function emailChanged(origin: string): EmailText {
  return {
    subject: `Your account at ${TITLE} has another email now`,
    before: [
      `The email of your account at ${TITLE} was changed and verified. This address is not used for it any more.`,
      'If it was you, there is nothing to do. If it was not, tell your admin at once.',
    ],
    link: {label: 'Sign in', url: `${origin}/login`},
    after: [],
  }
}

export const changedByAdmin = (origin: string): EmailText =>
  toNewPassword(origin, {
    subject: `An admin changed your account at ${TITLE}`,
    before: [
      `An admin has changed the email or the password of your account at ${TITLE}.`,
      'If you did not expect this, ask your admin. You can set a password of your own by mail.',
    ],
  })

export const passwordChanged = (origin: string): EmailText =>
  toNewPassword(origin, {
    subject: `Your password for ${TITLE} was changed`,
    before: [
      `The password of your account at ${TITLE} was changed. Whoever was signed in elsewhere is signed out.`,
      'If it was you, there is nothing to do. If it was not, set a new password now.',
    ],
  })

export const secondFactorAdded = (origin: string): EmailText =>
  aboutSecondFactor(origin, {
    subject: `Your account at ${TITLE} has a second factor now`,
    what: `From now on, your account at ${TITLE} asks for a code of your app after the password.`,
  })

export const secondFactorRemoved = (origin: string): EmailText =>
  aboutSecondFactor(origin, {
    subject: `Your account at ${TITLE} has no second factor any more`,
    what: `The second factor of your account at ${TITLE} was removed. From now on, the password alone signs in.`,
  })

export const recoveryCodesRenewed = (origin: string): EmailText =>
  aboutSecondFactor(origin, {
    subject: `Your recovery codes for ${TITLE} are new`,
    what: `New recovery codes were made for your account at ${TITLE}. The former ones are worth nothing any more.`,
  })

export const signInsFailed = (origin: string): EmailText =>
  toNewPassword(origin, {
    subject: `Somebody can't sign in to your account at ${TITLE}`,
    before: [
      `Somebody has tried twenty times in a row to sign in to your account at ${TITLE}, with a wrong password or a wrong code. Each further try has to wait.`,
      'If it was you, set a new password, or wait a minute. If it was not, there is nothing to do as long as nobody can guess your password.',
    ],
  })

export const signInClosed = (origin: string): EmailText =>
  toNewPassword(origin, {
    subject: `Your account at ${TITLE} is closed until you set a new password`,
    before: [
      `Somebody has tried a hundred times in a row to sign in to your account at ${TITLE}, with a wrong password or a wrong code. Your present password opens it no longer, except on networks from which you have signed in lately. Whoever is signed in stays so.`,
      'Set a new password to open it again.',
    ],
  })

const aboutSecondFactor = (origin: string, {subject, what}: {subject: string; what: string}): EmailText =>
  toNewPassword(origin, {
    subject,
    before: [what, 'If you expected it, there is nothing to do. If not, set a new password now, and tell your admin.'],
  })

/** An email whose link leads to where a new password is asked for. */
function toNewPassword(origin: string, said: Pick<EmailText, 'subject' | 'before'>): EmailText {
  return {...said, link: {label: 'Set a new password', url: `${origin}/passwordReset`}, after: []}
}

function worksUntil(expiresAt: EpochMs): string {
  const end = new Intl.DateTimeFormat('en-GB', {dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC'})
  return `The link works once, until ${end.format(expiresAt)} UTC.`
}
