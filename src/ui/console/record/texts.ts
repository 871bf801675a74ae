import type {Difference} from '../../../domain/console/records/conflict'
import {counted} from '../../../domain/format/texts'
import {textsOf} from '../../../domain/language'

/** These texts suit every kind of record; a kind's own texts are in its description. */
export const texts = textsOf('console.record', {
  loading: 'Loading...',
  missingId: (noun: string) => `Missing ${noun} ID`,
  missingOrganisation: 'Missing organisation ID in route.',
  back: 'Back to the organisations',
  backToSettings: 'Back to the settings',
  edit: 'Edit',
  history: 'History',
  openInDashboard: 'Open in dashboard',
  signOutEverywhere: 'Sign out everywhere',
  signingOut: 'Signing out…',
  deleted: 'Deleted',
  restore: 'To restore it, edit it: switch off “Deleted” and set a new password.',
  invitation: {
    waiting: 'This user was invited by mail and has not set a password yet.',
    again: 'Send the invitation again',
    sending: 'Sending…',
  },
  rescue: {
    isOn: 'This user signs in with a second factor.',
    remove: 'Remove the second factor',
    question:
      'Remove it only for somebody whom you know to have lost it: from then on the password alone signs in. All sessions of the user end, and a mail tells the user.',
    removing: 'Removing…',
    removed: 'The second factor is removed.',
  },
  create: (noun: string) => `Create ${noun}`,
  editing: (name: string) => `Edit ${name}`,
  unsaved: 'Not saved yet.',
  choose: 'Choose…',
  none: '—',
  keepPassword: 'Leave it empty to keep the password as it is.',
  ownPassword: 'To change your own email or password, give the present one.',
  info: 'Text or JSON',
  days: 'Older values of its devices are removed for good, but for the latest ones. Empty: as long as the server keeps them.',
  picker: {
    loading: (plural: string) => `Loading the ${plural.toLowerCase()}…`,
    listed: (count: number, noun: string, plural: string) => {
      if (count === 0) return `There are no ${plural.toLowerCase()} to choose from.`
      return `${counted(count)} ${count === 1 ? noun : plural.toLowerCase()}. Type to search.`
    },
    unknown: (noun: string) => `No ${noun} listed has this ID.`,
    none: (noun: string) => `No ${noun}`,
    noOrganisation: 'Without an organisation there is nothing to choose from.',
    typeInstead: (noun: string) => `You can type the ID of the ${noun} instead.`,
    retry: 'Try again',
    toLoad: (plural: string) => `to load the ${plural.toLowerCase()}`,
  },
  deletion: {
    heading: (noun: string) => `Delete ${noun}`,
    question: 'Are you absolutely sure you want to delete',
    type: (label: string) => `Type the ${label.toLowerCase()} to confirm`,
    acknowledge: 'I understand what this does.',
    confirm: (noun: string) => `Delete this ${noun}`,
    name: 'the name',
  },
  conflict: {
    heading: 'Somebody else has changed this meanwhile',
    lead: 'Nothing is overwritten yet. Choose whose value each field gets; where both changed the same, theirs is chosen first.',
    changedBy: {
      me: 'only I changed it',
      them: 'only they changed it',
      both: 'both changed it',
    } satisfies Record<Difference['changedBy'], string>,
    nothing: 'nothing',
    oldPassword: 'as it is',
    newPassword: 'a new password',
    back: 'Back to the form',
  },
})
