/** What the pages of the console have in common. */
export const texts = {
  admin: 'Admin',
  auditTrail: 'Audit trail',
  breadcrumbs: 'Breadcrumbs',
  organisation: 'Organisation',
  tabs: {
    overview: 'Overview',
    customers: 'Customers',
    users: 'Users',
    devices: 'Devices',
    assets: 'Assets',
  },
  close: 'Close',
  leaving: {
    heading: 'Leave without saving?',
    lead: 'What you changed in this form is not saved. If you leave, it is lost.',
    leave: 'Leave',
    stay: 'Stay',
  },
  closeAnnouncement: 'Close the message',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not be copied',
  empty: '—',
  yes: 'Yes',
  no: 'No',
}
