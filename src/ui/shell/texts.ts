import {textsOf} from '../../domain/language'
/** The texts of the frame around the screens of signed-in users. */
export const texts = textsOf('shell', {
  rail: {
    narrow: 'Collapse navigation',
    widen: 'Expand navigation',
    keys: 'Keys',
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
    system: 'As the system',
    light: 'Light',
    dark: 'Dark',
  },
  find: 'Find anything',
  keys: {
    heading: 'Keys',
    letters: 'Single letters do something',
    lettersHint: 'They never do while you type. Switch them off if you press them unintentionally.',
  },
  linkDown: {
    since: (time: string) => `Link down since ${time}`,
    age: (age: string) => `values are ${age} old`,
    tryNow: 'Try now',
  },
})
