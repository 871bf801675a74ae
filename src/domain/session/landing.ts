import type {ClientConfig} from '../../../contract/wire/config'
import type {Authority} from '../../../contract/wire/user'
import type {CurrentUser} from './user'

export type LandingRoute = '/login' | '/sys_admin' | '/dashboard' | '/unauthorized'
export type DashboardVariant = 'media' | 'wall' | 'telemetry'

/** Where `/` leads somebody of this authority; undefined: nobody is known to be signed in. */
export function landingRoute(authority: string | undefined): LandingRoute {
  switch (authority) {
    case undefined:
      return '/login'
    case 'SYS_ADMIN':
      return '/sys_admin'
    case 'ORGANISATION_ADMIN':
    case 'CUSTOMER_ADMIN':
    case 'CUSTOMER_USER':
      return '/dashboard'
    default:
      return '/unauthorized'
  }
}

/** The authorities that the pages below an address ask for. All other pages are open to everybody who is signed in. */
export const REQUIRED_AUTHORITY = {
  '/sys_admin': 'SYS_ADMIN',
  '/myhome': 'CUSTOMER_USER',
} as const satisfies Readonly<Record<string, Authority | readonly Authority[]>>

/** `required` is one authority or several; absent: any. */
export function isAllowed(authority: string, required: Authority | readonly Authority[] | undefined): boolean {
  const allowed: readonly string[] = typeof required === 'string' ? [required] : (required ?? [authority])
  return allowed.includes(authority)
}

/** Whether the page at an address is open to a user of this authority. */
export function mayOpen(pathname: string, authority: string): boolean {
  return Object.entries(REQUIRED_AUTHORITY).every(
    ([address, required]) => !`${pathname}/`.startsWith(`${address}/`) || isAllowed(authority, required),
  )
}

/** Media and wall organisations are named in `/config.json`; everyone else, and whoever has no organisation, gets telemetry. */
export function dashboardVariant(
  organisationId: CurrentUser['organisationId'],
  {dashboards}: Pick<ClientConfig, 'dashboards'>,
): DashboardVariant {
  if (organisationId === null) return 'telemetry'
  if (dashboards.media.includes(organisationId)) return 'media'
  if (dashboards.wall.includes(organisationId)) return 'wall'
  return 'telemetry'
}
