import type {ClientConfig} from '../../contract/wire/config'
import type {Authority} from '../../contract/wire/people/user'
import {type CurrentUser, WALL_AUTHORITY} from './user'

export type LandingRoute = '/login' | '/sys_admin' | '/dashboard' | '/unauthorized'
export type DashboardVariant = 'media' | 'wall' | 'telemetry'

/** Where `/` leads a user of this authority. It is undefined when nobody is known to be signed in. */
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
  '/settings': ['ORGANISATION_ADMIN', 'CUSTOMER_ADMIN'],
  '/myhome': 'CUSTOMER_USER',
} as const satisfies Readonly<Record<string, Authority | readonly Authority[]>>

/** `required` is one authority or several; undefined allows any user. A screen with a wall link has its own page. */
export function isAllowed(authority: string, required: Authority | readonly Authority[] | undefined): boolean {
  if (authority === WALL_AUTHORITY) return false
  const allowed: readonly string[] = typeof required === 'string' ? [required] : (required ?? [authority])
  return allowed.includes(authority)
}

export function mayOpen(pathname: string, authority: string): boolean {
  return Object.entries(REQUIRED_AUTHORITY).every(
    ([address, required]) => !`${pathname}/`.startsWith(`${address}/`) || isAllowed(authority, required),
  )
}

/** The screen that /dashboard shows. Where there is a wall, addresses that name a device lead to its telemetry. */
export function dashboardScreen(
  organisationId: CurrentUser['organisationId'],
  config: Pick<ClientConfig, 'dashboards'>,
  search: string,
): 'media' | 'wall' | 'dashboard' {
  const variant = dashboardVariant(organisationId, config)
  if (variant === 'wall') return new URLSearchParams(search).has('device') ? 'dashboard' : 'wall'
  return variant === 'media' ? 'media' : 'dashboard'
}

/** Whether the users of an organisation have an overview besides their dashboard, as `/config.json` says. */
export const hasOverview = (
  organisationId: CurrentUser['organisationId'],
  {dashboards}: Pick<ClientConfig, 'dashboards'>,
): boolean => organisationId !== null && dashboards.overview?.includes(organisationId) === true

/** Media and wall organisations are named in `/config.json`. Others, and users without one, get telemetry. */
export function dashboardVariant(
  organisationId: CurrentUser['organisationId'],
  {dashboards}: Pick<ClientConfig, 'dashboards'>,
): DashboardVariant {
  if (organisationId === null) return 'telemetry'
  if (dashboards.media.includes(organisationId)) return 'media'
  if (dashboards.wall.includes(organisationId)) return 'wall'
  return 'telemetry'
}
