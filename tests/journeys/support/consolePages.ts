import type {Page} from 'playwright-core'
import {consoleOn} from './adminConsole'
import type {Records} from './records'

/** Every page of the console with what its heading says, of the records stored as `walk`. */
export const pagesOf = ({organisation, customer, user, device, asset}: Records): [path: string, heading: string][] => [
  ['/sys_admin', 'Organisations'],
  [`/sys_admin?organisation=${organisation}`, 'Organisations'],
  ['/sys_admin/org-create', 'Create organisation'],
  [`/sys_admin/organisation/${organisation}`, 'walk'],
  [`/sys_admin/org-summary/${organisation}`, 'walk'],
  ...['customers', 'users', 'devices', 'assets', 'notifications'].map((tab): [string, string] => [
    `/sys_admin/organisation/${organisation}?tab=${tab}`,
    'walk',
  ]),
  [`/sys_admin/org-edit/${organisation}`, 'Edit walk'],
  [`/sys_admin/customer-create/${organisation}`, 'Create customer'],
  [`/sys_admin/customer-edit/${customer}`, 'Edit buyer-walk@example.test'],
  [`/sys_admin/customer/${customer}`, 'buyer-walk@example.test'],
  [`/sys_admin/user-create/${organisation}`, 'Create user'],
  [`/sys_admin/user-edit/${user}`, 'Edit user-walk@example.test'],
  [`/sys_admin/user/${user}`, 'user-walk@example.test'],
  [`/sys_admin/device-create/${organisation}`, 'Create device'],
  [`/sys_admin/device-edit/${device}`, 'Edit device-walk'],
  [`/sys_admin/device/${device}`, 'device-walk'],
  [`/sys_admin/device-import/${organisation}`, 'Import devices'],
  [`/sys_admin/asset-create/${organisation}`, 'Create asset'],
  [`/sys_admin/asset-edit/${asset}`, 'Edit asset-walk'],
  [`/sys_admin/asset/${asset}`, 'asset-walk'],
  ['/sys_admin/audit', 'Audit trail'],
  ['/sys_admin/api-keys', 'API keys'],
]

/** Until nothing is being fetched. */
export async function visit(page: Page, path: string, heading: string) {
  await page.goto(path)
  await consoleOn(page).heading(heading).waitFor()
  await page
    .getByText(/^(Loading|Reading) .*…$/)
    .first()
    .waitFor({state: 'detached'})
}
