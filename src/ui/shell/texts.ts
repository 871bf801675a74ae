import {textsOf} from '../../domain/language'
/** The texts of the frame around the screens of signed-in users. */
export const texts = textsOf('shell', {
  rail: {
    narrow: 'Collapse navigation',
    widen: 'Expand navigation',
    keys: 'Shortcuts',
    docs: 'API documentation',
    help: 'Help',
  },
  roles: {
    SYS_ADMIN: 'System admin',
    ORGANISATION_ADMIN: 'Organisation admin',
    CUSTOMER_ADMIN: 'Customer admin',
    CUSTOMER_USER: 'Customer user',
  },
  user: {
    open: (email: string) => `Account of ${email}`,
    menu: 'Account',
    more: 'More',
  },
  search: 'Search',
  theme: {
    label: 'Theme',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
  },
  find: 'Find anything',
  keys: {
    heading: 'Keyboard shortcuts',
    letters: 'Single letters do something',
    lettersHint: 'They never do while you type. Switch them off if you press them unintentionally.',
  },
  notices: {
    disk: (percent: string) => `The server’s disk is ${percent} % full.`,
    free: (free: string, folder: string) => `${free} are free in ${folder}.`,
    advice: {
      warning: 'Make room before it is full: nothing can be stored then.',
      critical: 'Make room now: when it is full, nothing can be stored.',
    },
    backup: (folder: string) => `The last backup into ${folder} failed.`,
    newestBackup: (time: string) => `The newest one is of ${time}.`,
    noBackup: 'There is none yet.',
    seeLog: 'The log of the server says why.',
    putAway: 'Hide until it gets worse',
  },
  linkDown: {
    since: (time: string) => `Link down since ${time}`,
    crowded: 'Too many live connections are open from here. Close other tabs and walls that you do not need.',
    age: (age: string) => `values are ${age} old`,
    tryNow: 'Try now',
  },
})
