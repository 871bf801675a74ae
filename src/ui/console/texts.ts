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
  closeAnnouncement: 'Close the message',
  empty: '—',
  yes: 'Yes',
  no: 'No',
}
