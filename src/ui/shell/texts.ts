import {textsOf} from '../../domain/language'
/** The texts of the frame around the screens of signed-in users. */
export const texts = textsOf('shell', {
  rail: {
    narrow: 'Narrow the navigation',
    widen: 'Widen the navigation',
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
  linkDown: {
    since: (time: string) => `Link down since ${time}`,
    age: (age: string) => `values are ${age} old`,
    tryNow: 'Try now',
  },
})
