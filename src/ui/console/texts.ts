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
  closeAnnouncement: 'Close the message',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not be copied',
  empty: '—',
  yes: 'Yes',
  no: 'No',
}
