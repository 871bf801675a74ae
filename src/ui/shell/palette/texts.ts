import {textsOf} from '../../../domain/language'
/** The texts of the command palette. */
export const texts = textsOf('palette', {
  name: 'Find anything',
  placeholder: 'Find a device, a key, a page or an action',
  results: 'Results',
  none: 'Nothing found',
  count: (count: string, number: number) => (number === 1 ? '1 result' : `${count} results`),
  more: (shown: string, count: string) => `${shown} of ${count} – type to see more`,
  loading: 'Loading...',
  failed: 'Some could not be loaded',
  kinds: {
    page: 'Page',
    action: 'Action',
    organisation: 'Organisation',
    device: 'Device',
    key: 'Key',
  },
  settingsOf: (device: string) => `Settings of ${device}`,
  dashboardOf: (device: string) => `Dashboard of ${device}`,
  pages: {
    createOrganisation: 'Create organisation',
    audit: 'Audit trail',
    docs: 'API documentation',
  },
  actions: {
    light: 'Light theme',
    dark: 'Dark theme',
    system: 'Theme of the system',
    comfortable: 'Comfortable density',
    compact: 'Compact density',
    copyLink: 'Copy link',
    keys: 'Keyboard shortcuts',
  },
  hints: {
    theme: 'Theme',
    density: 'Density',
    language: 'Language',
  },
  copied: 'The link is copied.',
  notCopied: 'The link could not be copied.',
})
