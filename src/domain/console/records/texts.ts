import {textsOf} from '../../language'

/** The names of the columns of lists, and the words in their cells. */
export const listTexts = textsOf('console.records', {
  columns: {
    status: 'Status',
    lastSeen: 'Last seen',
    customer: 'Customer',
    asset: 'Parent',
    organisation: 'Organisation',
  },
  authorities: {
    SYS_ADMIN: 'System admin',
    ORGANISATION_ADMIN: 'Organisation admin',
    CUSTOMER_ADMIN: 'Customer admin',
    CUSTOMER_USER: 'Customer user',
  },
  users: {active: 'Active', invited: 'Invited', notVerified: 'Not verified', deleted: 'Deleted'},
  seen: {fresh: 'fresh', late: 'late', never: 'never', linkDown: 'link down'},
  yes: 'Yes',
  no: 'No',
})
